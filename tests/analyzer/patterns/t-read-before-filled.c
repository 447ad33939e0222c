// args: -std=c11 -fopenmp
// suspect: run
/* What is looked at before it is written has had its first touch elsewhere. */
#include <stdlib.h>

void settle(int *marks, long n) {
#ifndef FIXED
  for (long i = 0; i < n; i++)
    marks[i] = 0; /* expect: fsfind-serial-first-touch */
#else
  for (long i = 0; i < n; i++)
    if (marks[i] == -3)
      marks[i] = 0;
#endif
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; i++)
    marks[i] += 1;
}

int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 100000000;
  int *marks = malloc((size_t)n * sizeof *marks);
  settle(marks, n);
  free(marks);
}
