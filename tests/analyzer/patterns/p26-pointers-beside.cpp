// args: -std=c++17 -fopenmp
// P20: elements of one line each on an allocator's alignment: what a thread writes at its element's
// begin lies beside the pointers that the one before reads at its end.
#include <cstddef>
#include <omp.h>
#include <vector>

#ifdef FIXED
struct alignas(64) Scratch {
#else
struct Scratch { // expect: fsfind-per-thread-slots
#endif
  std::size_t used = 0, most = 0;
  std::vector<double> keys, values;

  void add(double key, double value) {
    keys[used] = key;
    values[used] = value;
    ++used;
  }
};

class Sorter {
public:
  explicit Sorter(std::size_t capacity) : scratch_(omp_get_max_threads()) {
    for (Scratch &one : scratch_) {
      one.keys.resize(capacity);
      one.values.resize(capacity);
    }
  }
  void run(const double *keys, const double *values, long n) {
#pragma omp parallel
    {
      Scratch &mine = scratch_[omp_get_thread_num()];
      mine.used = 0;
#pragma omp for
      for (long i = 0; i < n; ++i)
        mine.add(keys[i], values[i]);
    }
  }

private:
  std::vector<Scratch> scratch_; // expect: fsfind-per-thread-slots
};

void sort(const double *keys, const double *values, long n) {
  Sorter sorter(n);
  for (int round = 0; round < 100; ++round)
    sorter.run(keys, values, n);
}
