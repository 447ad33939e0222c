// Small objects that the allocator puts beside each other, one for each thread.
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

constexpr int kThreads = 4, kRounds = 20000;

struct Meter {
  volatile long value = 0;
};

static std::atomic<int> ready{0};

struct Worker {
  Meter *meter;
  void operator()() const {
    ready++;
    while (ready < kThreads)
      ;
    for (int i = 0; i < kRounds; i++)
      meter->value = meter->value + 1;
  }
};

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Meter %zu\n", sizeof(Meter)) < 0;
#endif
  std::vector<std::unique_ptr<Meter>> meters;
  for (int i = 0; i < kThreads; i++)
    meters.push_back(std::make_unique<Meter>());
  std::vector<std::thread> threads;
  for (const auto &meter : meters)
    threads.emplace_back(Worker{meter.get()});
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%ld %d\n", meters[0]->value, argc);
}
