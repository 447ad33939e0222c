// args: -std=c++17 -fopenmp
// P19: a reference to the thread's own element is assigned through.
#include <omp.h>
#include <vector>

struct Histogram {
#ifdef FIXED
  struct alignas(64) Slot {
    long hits = 0, misses = 0;
  };
#else
  struct Slot {
    long hits = 0, misses = 0;
  };
#endif
  std::vector<Slot> slots; // expect: fsfind-per-thread-slots
};

void count(Histogram &histogram, const int *values, int n, int limit) {
#pragma omp parallel
  {
    auto &hits = histogram.slots[omp_get_thread_num()].hits;
    long &misses = histogram.slots[omp_get_thread_num()].misses;
#pragma omp for
    for (int i = 0; i < n; ++i) {
      if (values[i] < limit)
        hits += 1;
      else
        misses = misses + 1;
    }
  }
}

void run(const int *values, int n) {
  Histogram histogram;
  histogram.slots.resize(omp_get_max_threads());
  for (int limit = 0; limit < 100; ++limit)
    count(histogram, values, n, limit);
}
