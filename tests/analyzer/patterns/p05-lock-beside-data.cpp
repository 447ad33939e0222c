// P5: a lock beside what is read without it.
#include <mutex>
#include <thread>
#include <vector>

struct Service {
#ifdef FIXED
  alignas(64) std::mutex mutex;
  long pending = 0; // guarded by mutex
  alignas(64) const int *table = nullptr;
  unsigned mask = 0;
#else
  std::mutex mutex;           // expect: fsfind-adjacent-thread-fields
  long pending = 0;           // guarded by mutex
  const int *table = nullptr; // expect: fsfind-adjacent-thread-fields
  unsigned mask = 0;          // expect: fsfind-adjacent-thread-fields
#endif
};

static Service service;
static thread_local long found = 0;

static void lookUp() {
  long sum = 0;
  for (unsigned i = 0; i < 100000000; ++i)
    sum += service.table[i & service.mask];
  found += sum;
}

static void queue() {
  for (long i = 0; i < 100000000; ++i) {
    std::lock_guard<std::mutex> guard(service.mutex);
    ++service.pending;
  }
}

int main() {
  static int table[256];
  service.table = table;
  service.mask = 255;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(lookUp);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(queue);
  for (auto &thread : threads)
    thread.join();
}
