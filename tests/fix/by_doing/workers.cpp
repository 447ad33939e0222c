// Each thread counts in its own element, which optimised code reaches without a variable that debug
// info could name.
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

struct Worker {
  std::uint64_t lines = 0;
  std::uint64_t letters = 0;
};

class Crew {
public:
  explicit Crew(unsigned count) : workers_(count) {}
  void run() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < workers_.size(); ++i)
      threads.emplace_back([this, i] { work(i); });
    for (std::thread &thread : threads)
      thread.join();
  }
  std::uint64_t sum() const {
    std::uint64_t all = 0;
    for (const Worker &worker : workers_)
      all += worker.lines + worker.letters;
    return all;
  }

private:
  void work(unsigned i) {
    std::uint32_t random = i + 1;
    for (int round = 0; round < 100000; ++round) {
      random = random * 1664525U + 1013904223U;
      if ((random & 0x10000U) != 0)
        ++workers_[i].lines;
      workers_[i].letters += random & 0xffU;
    }
  }
  std::vector<Worker> workers_;
};

int main() {
  Crew crew(4);
  crew.run();
  std::printf("%llu\n", static_cast<unsigned long long>(crew.sum()));
}
