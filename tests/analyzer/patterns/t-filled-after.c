// args: -std=c11 -fopenmp
// suspect: run
/* A serial loop behind the parallel one finds the pages placed. */
#include <stdlib.h>

double *run(long n) {
  double *values = malloc((size_t)n * sizeof *values);
#ifndef FIXED
  for (long i = 0; i < n; i++)
    values[i] = 0; /* expect: fsfind-serial-first-touch */
#endif
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    values[i] = (double)i;
#ifdef FIXED
  for (long i = 0; i < n; i++)
    values[i] = 0;
#endif
  return values;
}
