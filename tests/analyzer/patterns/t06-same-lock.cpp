// T6: members that are always written together under one lock belong on one line.
#include <mutex>
#include <thread>

struct Totals {
#ifdef FIXED
  std::mutex mutex;
  long sent = 0;
  long bytes = 0;
#else
  volatile long sent = 0;  // expect: fsfind-adjacent-thread-fields
  volatile long bytes = 0; // expect: fsfind-adjacent-thread-fields
#endif
};

static Totals totals;

#ifdef FIXED
static void add(long bytes) {
  std::lock_guard<std::mutex> guard(totals.mutex);
  totals.sent++;
  totals.bytes += bytes;
}
static void one() {
  for (long i = 0; i < 100000000; ++i)
    add(i);
}
static void other() {
  for (long i = 0; i < 100000000; ++i)
    add(-i);
}
#else
static void one() {
  for (long i = 0; i < 100000000; ++i)
    totals.sent++;
}
static void other() {
  for (long i = 0; i < 100000000; ++i)
    totals.bytes += i;
}
#endif

int main() {
  std::thread first(one), second(other);
  first.join();
  second.join();
}
