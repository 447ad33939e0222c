// args: -std=c++17 -pthread
// P13: one thread allocates a small object for each thread, one after the other.
#include <memory>
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Counter {
#else
struct Counter {
#endif
  long steps = 0; // expect: fsfind-per-thread-slots
};

int main() {
  std::vector<std::unique_ptr<Counter>> counters;
  for (int i = 0; i < 8; ++i)
    counters.push_back(std::make_unique<Counter>()); // expect: fsfind-per-thread-slots
  std::vector<std::thread> threads;
  for (auto &counter : counters)
    threads.emplace_back([own = counter.get()] {
      for (long i = 0; i < 100000000; ++i)
        own->steps += i;
    });
  for (auto &thread : threads)
    thread.join();
}
