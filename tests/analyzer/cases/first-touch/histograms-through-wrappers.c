/* args: -std=c11 -fopenmp */
/* suspect: run */
/* Each thread counts in a large histogram of its own, but the main thread has allocated and
   cleared them all, through two wrappers; an array by thread has the pointers to them. */
/* as in: Corrfunc, https://github.com/manodeep/Corrfunc/pull/239 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BANDS 512

struct route {
  long first, end, back; /* its parcels, and the route that brings back what is refused */
};

static void *get_memory(size_t size, size_t count) {
  void *got = malloc(size * count);
  if (!got)
    fprintf(stderr, "no memory for %zu times %zu bytes\n", count, size);
  return got;
}
static void *get_cleared(size_t size, size_t count) {
  void *got = get_memory(size, count);
  if (got)
    memset(got, 0, size * count); /* expect: fsfind-serial-first-touch */
  return got;
}

long *survey(const unsigned *parcels, const struct route *routes, long count) {
  size_t cells = (size_t)count * BANDS;
  int threads = omp_get_max_threads();
  long **own = get_cleared(sizeof *own, (size_t)threads);
  long *sums = get_cleared(sizeof *sums, cells);
#ifndef FIXED
  for (int t = 0; t < threads; t++)
    own[t] = get_cleared(sizeof **own, cells); /* expect: fsfind-serial-first-touch */
#endif
#pragma omp parallel num_threads(threads)
  {
    int self = omp_get_thread_num();
#ifdef FIXED
    own[self] = get_cleared(sizeof **own, cells);
#endif
    long *counts = own[self];
#pragma omp for schedule(static)
    for (long r = 0; r < count; r++)
      for (long p = routes[r].first; p < routes[r].end; p++) {
        unsigned band = parcels[p] % BANDS;
        counts[r * BANDS + band]++;
        counts[routes[r].back * BANDS + band]++;
      }
  }
  for (int t = 0; t < threads; t++) {
    for (size_t w = 0; w < cells; w++)
      sums[w] += own[t][w];
    free(own[t]);
  }
  free(own);
  return sums;
}
