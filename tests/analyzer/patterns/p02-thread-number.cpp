// P2: a lambda counts in the slot of its own number.
#include <array>
#include <atomic>
#include <thread>
#include <vector>

constexpr unsigned kThreads = 16;

struct Statistics {
#ifdef FIXED
  struct alignas(64) Slot {
    std::atomic<unsigned long> value{0};
  };
  std::array<Slot, kThreads> handled;
  void add(unsigned worker) { handled[worker].value.fetch_add(1, std::memory_order_relaxed); }
#else
  std::array<std::atomic<unsigned long>, kThreads> handled{}; // expect: fsfind-per-thread-slots
  void add(unsigned worker) { handled[worker].fetch_add(1, std::memory_order_relaxed); }
#endif
};

Statistics statistics;

int main() {
  std::vector<std::thread> threads;
  for (unsigned worker = 0; worker < kThreads; ++worker)
    threads.emplace_back([worker] {
      for (long i = 0; i < 100000000; ++i)
        statistics.add(worker);
    });
  for (auto &thread : threads)
    thread.join();
}
