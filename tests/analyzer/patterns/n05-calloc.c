// args: -std=c11 -fopenmp
// suspect: run
/* N5: calloc takes fresh zero pages from the system and touches none; filling by hand does. */
#include <stdlib.h>

double sum(long n) {
#ifdef FIXED
  double *values = calloc((size_t)n, sizeof *values);
#else
  double *values = malloc((size_t)n * sizeof *values);
  for (long i = 0; i < n; i++)
    values[i] = 0; /* expect: fsfind-serial-first-touch */
#endif
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    values[i] += (double)i;
  double all = values[n / 2];
  free(values);
  return all;
}
