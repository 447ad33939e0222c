#include "blend.h"

void histogram(const Quantised &mix, double *sums, std::size_t width, int threads) {
  const unsigned *bins = mix.bins.data();
#pragma omp parallel num_threads(threads)
  {
    std::vector<double> own(width);
#pragma omp for schedule(static)
    for (std::size_t t = 0; t < teas; ++t)
      for (std::size_t i = mix.offsets[t]; i < mix.offsets[t + 1]; ++i)
        own[bins[i] % width] += 1;
#pragma omp critical
    for (std::size_t w = 0; w < width; ++w)
      sums[w] += own[w];
  }
}
