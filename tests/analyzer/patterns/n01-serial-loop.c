// args: -std=c11 -fopenmp
// suspect: run
/* N1: a serial loop fills what a parallel loop uses. */
#include <stdlib.h>

double relax(long n) {
  double *cells = malloc((size_t)n * sizeof *cells);
#ifdef FIXED
#pragma omp parallel for schedule(static)
#endif
  for (long i = 0; i < n; i++)
    cells[i] = 0.5; /* expect: fsfind-serial-first-touch */
  double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (long i = 0; i < n; i++) {
    cells[i] = cells[i] * 1.5 + (double)i;
    sum += cells[i];
  }
  free(cells);
  return sum;
}
