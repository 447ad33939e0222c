// Atomics in a class's array, chosen by the thread's number, and read by a loop over all.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int kThreads = 4, kRounds = 20000;

class Hits {
public:
  void add(int thread, int number) { hits_[thread].fetch_add(number, std::memory_order_relaxed); }
  int sum() const {
    int all = 0;
    for (const std::atomic<int> &one : hits_)
      all += one;
    return all;
  }

private:
  std::atomic<int> hits_[kThreads] = {};
};

static Hits hits;

int main(int argc, char **) {
  if (argc > 1)
    return 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; i++)
    threads.emplace_back([i] {
      for (int round = 0; round < kRounds; round++)
        hits.add(i, i + 1);
    });
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%d\n", hits.sum());
}
