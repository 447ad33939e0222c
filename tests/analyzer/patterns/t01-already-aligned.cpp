// args: -std=c++20
// T1: elements that are aligned in aligned memory, or padded, lie apart.
#include <atomic>
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Slot {
#else
struct Slot {
#endif
  std::atomic<long> value{0}; // expect: fsfind-per-thread-slots
};

static Slot slots[16];

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([t] {
      for (long i = 0; i < 100000000; ++i)
        slots[t].value++;
    });
  for (auto &thread : threads)
    thread.join();
}
