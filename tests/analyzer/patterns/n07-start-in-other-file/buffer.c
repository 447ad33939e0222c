// args: -std=c11 -fopenmp
// suspect: run
/* The buffer is filled in one file and used by threads in another. */
#include "buffer.h"

#include <stdlib.h>

void gridCreate(struct grid *grid, long size) {
  grid->size = size;
  grid->cells = malloc((size_t)size * sizeof *grid->cells);
#ifdef FIXED
#pragma omp parallel for
#endif
  for (long i = 0; i < size; i++)
    grid->cells[i] = 1; /* expect: fsfind-serial-first-touch */
}
