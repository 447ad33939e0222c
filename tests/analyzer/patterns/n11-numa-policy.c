// args: -std=c11 -fopenmp
// suspect: run
/* The policy of the memory says where it lies, whoever touches it first. */
#include <stdlib.h>

void *numa_alloc_interleaved(size_t size);

double run(long n) {
#ifdef FIXED
  double *values = numa_alloc_interleaved((size_t)n * sizeof *values);
#else
  double *values = malloc((size_t)n * sizeof *values);
#endif
  for (long i = 0; i < n; i++)
    values[i] = 1; /* expect: fsfind-serial-first-touch */
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    values[i] *= 2;
  return values[n / 2];
}
