// args: -std=c11 -fopenmp
// suspect: run
/* N6: a function of the project's own gives back a buffer that it has filled. */
#include <stdlib.h>

static double *field(long n) {
  double *made = malloc((size_t)n * sizeof *made);
  for (long i = 0; made && i < n; i++)
#ifndef FIXED
    made[i] = 0;
#else
    break;
#endif
  return made;
}

void relax(long n, int rounds) {
  double *now = field(n), *next = field(n); /* expect: fsfind-serial-first-touch */
  for (int round = 0; round < rounds; round++) {
#pragma omp parallel for schedule(static)
    for (long i = 1; i < n - 1; i++)
      next[i] = (now[i - 1] + now[i + 1]) / 2;
    double *old = now;
    now = next;
    next = old;
  }
  free(now);
  free(next);
}
