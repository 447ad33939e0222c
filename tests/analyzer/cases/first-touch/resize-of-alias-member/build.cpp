// suspect: run
// The bins of all tea leaves are a vector member that resize fills with zeros on one thread; all
// threads then use them, here and in another file. Another array has the bounds of inner loops.
#include "blend.h"
#include <algorithm>

void Quantised::build(const std::size_t (&leaves)[teas], const float *sizes, int threads) {
  offsets.assign(teas + 1, 0);
  for (std::size_t t = 0; t < teas; ++t)
    offsets[t + 1] = offsets[t] + leaves[t];
  bins.resize(offsets.back()); // expect: fsfind-serial-first-touch
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static)
    for (std::size_t t = 0; t < teas; ++t) {
      for (std::size_t i = offsets[t]; i < offsets[t + 1]; ++i)
        bins[i] = static_cast<unsigned>(sizes[i] * 64);
      std::sort(bins.data() + offsets[t], bins.data() + offsets[t + 1]);
    }
  }
}
