// args: -std=c++17 -fopenmp
// suspect: run
// N3: the parentheses behind new T[n] fill it with zeros.
#include <cstddef>

void accumulate(std::size_t n, int rounds) {
#ifdef FIXED
  double *sums = new double[n];
#else
  double *sums = new double[n](); // expect: fsfind-serial-first-touch
#endif
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    sums[i] = 1;
  for (int round = 0; round < rounds; ++round) {
#pragma omp parallel for
    for (std::size_t i = 0; i < n; ++i)
      sums[i] += static_cast<double>(i);
  }
  delete[] sums;
}
