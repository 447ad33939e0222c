// Counters on main's stack, each captured by the function of one thread, in turns: wherever a
// cacheline begins, it holds counters of both.
#include <atomic>
#include <cstdio>
#include <thread>

constexpr int kRounds = 20000;

int main() {
  std::atomic<long> produced{0};
  std::atomic<long> consumed{0};
  std::atomic<long> full{0};
  std::atomic<long> empty{0};
  std::atomic<int> ready{0};
  const auto meet = [&ready] {
    ++ready;
    while (ready < 2)
      ;
  };
  std::thread producer([&] {
    meet();
    for (int i = 0; i < kRounds; ++i) {
      produced.fetch_add(1, std::memory_order_relaxed);
      full.fetch_add(i & 1, std::memory_order_relaxed);
    }
  });
  std::thread consumer([&] {
    meet();
    for (int i = 0; i < kRounds; ++i) {
      consumed.fetch_add(2, std::memory_order_relaxed);
      empty.fetch_add(i & 2, std::memory_order_relaxed);
    }
  });
  producer.join();
  consumer.join();
  std::printf("%ld %ld %ld %ld\n", produced.load(), consumed.load(), full.load(), empty.load());
}
