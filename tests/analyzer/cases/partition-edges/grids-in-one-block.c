/* One block of memory is cut into a grid of noise levels for each thread; neighbouring grids meet
   in a line while each thread clears its own and adds to it. Twist: a grid begins at the thread's
   number times a run-time size; mended, size and base are rounded up by integer arithmetic. */
// args: -fopenmp
/* suspect: line */
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void add_flight(double *grid, size_t cells, int flight) {
  for (size_t i = 0; i < cells; i++)
    grid[(i + (size_t)flight) % cells] += 0.5 * (double)i;
}

void survey(double *total, size_t cells, int flights) {
  const size_t threads = (size_t)omp_get_max_threads();
  size_t step = cells;
#ifdef FIXED
  step = (step + 511) & ~(size_t)511;
  double *block = malloc(threads * step * sizeof(double) + 4096);
  uintptr_t at = (uintptr_t)block;
  at = (at + 4095) & ~(uintptr_t)4095;
  double *grids = (double *)at;
#else
  double *block = malloc(threads * step * sizeof(double)); /* expect: fsfind-per-thread-slots */
  double *grids = block;
#endif
#pragma omp parallel
  {
    double *own = grids + (size_t)omp_get_thread_num() * step;
    memset(own, 0, cells * sizeof(double));
#pragma omp for schedule(guided)
    for (int flight = 0; flight < flights; flight++)
      add_flight(own, cells, flight);
  }
  for (size_t thread = 0; thread < threads; thread++)
    for (size_t i = 0; i < cells; i++)
      total[i] += grids[thread * step + i];
  free(block);
}
