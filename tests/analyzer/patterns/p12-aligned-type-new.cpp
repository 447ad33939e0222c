// args: -std=c++14
// P12: before C++17, new does not align.
#include <atomic>
#include <thread>
#include <vector>

struct alignas(64) Slot {
  std::atomic<long> counts[8];
};

#ifdef FIXED
static Slot slots[8];
#else
static Slot *slots;
#endif

int main() {
#ifndef FIXED
  slots = new Slot[8]; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
#endif
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([t] {
      for (long i = 0; i < 100000000; ++i)
        slots[t].counts[i % 8].fetch_add(1);
    });
  for (auto &thread : threads)
    thread.join();
}
