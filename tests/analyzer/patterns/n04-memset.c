// args: -std=c11 -fopenmp
// suspect: run
/* N4: memset and fread write a fresh buffer from one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long histogram(FILE *input, size_t size) {
  unsigned char *bytes = malloc(size);
  unsigned *marks = malloc(size * sizeof *marks);
#ifdef FIXED
#pragma omp parallel for
  for (size_t i = 0; i < size; i++) {
    bytes[i] = 0;
    marks[i] = 0;
  }
#else
  memset(marks, 0, size * sizeof *marks); /* expect: fsfind-serial-first-touch */
#endif
  size = fread(bytes, 1, size, input); /* expect: fsfind-serial-first-touch */
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (size_t i = 0; i < size; i++) {
    marks[i] += bytes[i];
    sum += marks[i];
  }
  free(marks);
  free(bytes);
  return sum;
}
