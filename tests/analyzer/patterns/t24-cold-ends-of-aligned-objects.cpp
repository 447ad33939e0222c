// args: -std=c++14
// T24: new knows nothing of the alignment, but the bytes that threads use lie so far from both ends of
// each object that no neighbour meets them, and so far apart that they do not meet each other.
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

struct Belt {
  int number = 0; // set once
  alignas(64) std::atomic<unsigned long> laid{0};
  alignas(64) std::atomic<unsigned long> taken{0};
};

int main() {
  std::vector<std::unique_ptr<Belt>> belts;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    belts.emplace_back(new Belt);
    belts.back()->number = i;
    Belt *belt = belts.back().get();
    threads.emplace_back([belt] {
      for (unsigned long turn = 0; turn < 1000000; ++turn)
        belt->laid.store(turn, std::memory_order_release);
    });
    threads.emplace_back([belt] {
      for (unsigned long turn = 0; turn < 1000000; ++turn)
        belt->taken.store(turn, std::memory_order_release);
    });
  }
  for (std::thread &thread : threads)
    thread.join();
}
