#include "bells.h"

void fill(double *at, std::size_t n, double value, Way way) {
#ifdef FIXED
  if (way == Way::SHARED || way == Way::SHARED_LAMBDA) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i)
      at[i] = value;
    return;
  }
#else
  (void)way;
#endif
  for (std::size_t i = 0; i < n; ++i)
    at[i] = value; // expect: fsfind-serial-first-touch
}
