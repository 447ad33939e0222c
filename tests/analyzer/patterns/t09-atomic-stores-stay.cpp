// T9: plain stores may leave the loop, atomic ones stay.
#include <atomic>
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Progress {
#else
struct Progress {
#endif
  std::atomic<long> done{0}; // expect: fsfind-per-thread-slots
};

static Progress progress[8];

static void work(int worker) {
  for (long i = 0; i < 100000000; ++i)
    progress[worker].done.store(i, std::memory_order_relaxed);
}

int main() {
  std::vector<std::thread> threads;
  for (int worker = 0; worker < 8; ++worker)
    threads.emplace_back(work, worker);
  for (auto &thread : threads)
    thread.join();
}
