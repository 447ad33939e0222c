// T7: one atomic that all threads add to is true sharing: no padding helps.
#include <atomic>
#include <thread>
#include <vector>

static std::atomic<long> handled{0}; // expect: fsfind-contended-atomic

static void work() {
#ifdef FIXED
  long own = 0;
  for (long i = 0; i < 100000000; ++i)
    own += i & 1;
  handled.fetch_add(own);
#else
  for (long i = 0; i < 100000000; ++i)
    handled.fetch_add(i & 1);
#endif
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back(work);
  for (auto &thread : threads)
    thread.join();
}
