// A vector of counters, one for each thread; the project has a constant for the cacheline.
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

constexpr std::size_t kCacheLine = 64;
constexpr int kThreads = 4, kRounds = 20000;

struct Counter {
  volatile long events = 0;
  volatile long bytes = 0;
};

static void count(std::vector<Counter> &counters, int number) {
  for (int i = 0; i < kRounds; i++) {
    counters[static_cast<std::size_t>(number)].events += 1;
    counters[static_cast<std::size_t>(number)].bytes += i;
  }
}

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Counter %zu\n", sizeof(Counter)) < 0;
#endif
  std::vector<Counter> counters(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; i++)
    threads.emplace_back([&counters, i] { count(counters, i); });
  for (std::thread &thread : threads)
    thread.join();
  long events = 0, bytes = 0;
  for (const Counter &counter : counters) {
    events += counter.events;
    bytes += counter.bytes;
  }
  std::printf("%ld %ld %d\n", events, bytes, static_cast<int>(kCacheLine));
}
