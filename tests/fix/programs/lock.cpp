// A lock that some threads take again and again, beside settings that others read.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

constexpr int kRounds = 20000;

struct Registry {
  std::mutex lock;
  long entries = 0;
  std::atomic<int> step{3};
  std::atomic<int> limit{7};
};

static Registry registry;
static std::atomic<long> checked{0};

static void add() {
  for (int i = 0; i < kRounds; i++) {
    std::lock_guard<std::mutex> held(registry.lock);
    registry.entries++;
  }
}

static void check() {
  long sum = 0;
  for (int i = 0; i < kRounds; i++)
    sum += registry.step.load(std::memory_order_relaxed) *
           registry.limit.load(std::memory_order_relaxed);
  checked += sum;
}

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Registry %zu\n", sizeof(Registry)) < 0;
#endif
  std::thread adder(add), checkers[] = {std::thread(check), std::thread(check)};
  adder.join();
  for (std::thread &checker : checkers)
    checker.join();
  std::printf("%ld %ld\n", registry.entries, checked.load());
}
