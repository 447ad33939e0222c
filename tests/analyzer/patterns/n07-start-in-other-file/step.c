#include "buffer.h"

void gridStep(struct grid *grid) {
#pragma omp parallel for
  for (long i = 0; i < grid->size; i++)
    grid->cells[i] *= 1.5;
}
