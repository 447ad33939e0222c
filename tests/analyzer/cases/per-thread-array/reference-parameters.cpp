// Two local vectors have one sum and one duration per thread. Their elements go by reference to
// the worker function, and the variable of the parallel loop is the thread's number.
// args: -fopenmp
#include <cstddef>
#include <omp.h>
#include <vector>

#ifdef FIXED
template <class T> class PerThread {
  struct Cell {
    char before[512];
    T value{};
    char behind[512];
  };
  std::vector<Cell> cells_;

public:
  explicit PerThread(std::size_t n) : cells_(n) {}
  T &operator[](std::size_t i) { return cells_[i].value; }
};
#else
template <class T> using PerThread = std::vector<T>;
#endif

static __int128 plant(long first, long last, long beds, long &surplus, double &seconds) {
  const double begin = omp_get_wtime();
  __int128 yield = 0;
  for (long row = first; row < last; ++row)
    for (long bed = 1; bed < beds; ++bed) {
      surplus += row % bed;
      yield += static_cast<__int128>(row) * bed;
    }
  seconds = omp_get_wtime() - begin;
  return yield;
}

__int128 planGarden(long rows, long beds, int threads, long &balance) {
  __int128 yield = 0;
  for (long low = 0, width = 1000; low < rows; low += threads * width) {
    PerThread<long> surplus(threads); // expect: fsfind-per-thread-slots
    PerThread<double> seconds(threads);
#pragma omp parallel for num_threads(threads) reduction(+ : yield)
    for (int i = 0; i < threads; ++i)
      yield += plant(low + i * width, low + (i + 1) * width, beds, surplus[i], seconds[i]);
    for (int i = 0; i < threads; ++i)
      balance += surplus[i];
    width = seconds[0] < 0.1 ? 2000 : 1000;
  }
  return yield;
}
