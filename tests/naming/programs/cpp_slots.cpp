// new T[n]: per-thread slots of scalars and of structs, as a member and as a local pointer.
#include "tests/naming/programs/support.h"

#include <cstdint>
#include <thread>
#include <vector>

namespace {

constexpr unsigned kThreads = 4;

struct Accumulator {
  double sum = 0;
  double square = 0;
  int samples = 0;
};

class Reduction {
public:
  explicit Reduction(unsigned threads) : slots_(new Accumulator[threads]) {}
  ~Reduction() { delete[] slots_; }
  Reduction(const Reduction &) = delete;
  Reduction &operator=(const Reduction &) = delete;
  Accumulator &mine(unsigned self) { return slots_[self]; }

private:
  Accumulator *slots_;
};

void add(Reduction *reduction, std::uint64_t *totals, unsigned self) {
  unsigned seed = self;
  for (int round = 0; round < 10000; ++round) {
    seed = work(seed);
    const double value = seed % 100;
    Accumulator &mine = reduction->mine(self);
    mine.sum += value;
    mine.square += value * value;
    mine.samples++;
    totals[self] += seed & 1;
  }
}

} // namespace

int main() {
  Reduction reduction(kThreads);
  auto *totals = new std::uint64_t[kThreads]();
  for (unsigned i = 0; i < kThreads; ++i) {
    TELL_MEMBER("heap", "", i, "Accumulator", reduction.mine(i), sum);
    TELL_MEMBER("heap", "", i, "Accumulator", reduction.mine(i), square);
    TELL_MEMBER("heap", "", i, "Accumulator", reduction.mine(i), samples);
    TELL_OBJECT("heap", "", i, "unsigned long", totals[i]);
  }
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i)
    threads.emplace_back(add, &reduction, totals, i);
  for (std::thread &thread : threads)
    thread.join();
  delete[] totals;
}
