// The plates of a photo restorer come into being at the first access, where the calling thread clears them by memset; OpenMP
// loops then run over them. The pointer comes through a chain of accessors that cast, and from an output parameter void**.
// known-miss: the loops get their pointer from accessors that allocate when needed, so that it is not connected with the member whose memory was cleared through a void*
#include "plate.h"

void restore(Plate<float> &scan, Plate<float> &clean, int passes) {
  const float *from = scan.pixels();
  float *to = clean.pixels();
  for (int pass = 0; pass < passes; ++pass) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < clean.size(); ++i)
      to[i] += 0.1f * (from[i] - to[i]);
  }
}
