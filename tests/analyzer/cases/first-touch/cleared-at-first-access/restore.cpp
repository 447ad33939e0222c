// The plates of a photo restorer come into being at the first access, where the calling thread
// clears them by memset; OpenMP loops then use them, by pointers from a chain of accessors.
// known-miss: the loops' pointers come from accessors that allocate, as void*, when needed
#include "plate.h"

void restore(Plate<float> &scan, Plate<float> &clean, int passes) {
  const float *from = scan.pixels();
  float *to = clean.pixels();
  for (int pass = 0; pass < passes; ++pass) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < clean.size; ++i)
      to[i] += 0.1f * (from[i] - to[i]);
  }
}
