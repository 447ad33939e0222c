// args: -std=c11 -fopenmp
// suspect: run
/* N1: the filling loop is in a callee, of a buffer that is passed down. */
#include <stdlib.h>

static void clearAll(double *values, long n) {
#ifdef FIXED
#pragma omp parallel for schedule(static)
#endif
  for (long i = 0; i < n; i++)
    values[i] = 0; /* expect: fsfind-serial-first-touch */
}

static void prepare(double *values, long n) { clearAll(values, n); }

static void step(double *values, long n) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; i++)
    values[i] += (double)i;
}

int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 100000000;
  double *values = malloc((size_t)n * sizeof *values);
  prepare(values, n);
  for (int round = 0; round < 100; round++)
    step(values, n);
  const int result = values[n / 2] > 0;
  free(values);
  return result;
}
