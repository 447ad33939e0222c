// A calloc'd array has one 32-bit count per thread, raised for every sighting that is kept.
// Mended, the counts are reached by byte arithmetic with a stride from a helper.
// as in: darktable, https://github.com/darktable-org/darktable/pull/8711
// args: -fopenmp
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

struct sighting {
  float east;
  int ring;
};

#ifdef FIXED
#define COUNT(counts, stride, thread) (*(uint32_t *)((char *)counts + (size_t)thread * stride))
static void *line_per_thread(size_t size, size_t *stride) {
  *stride = (size + 63) / 64 * 64;
  return aligned_alloc(64, *stride * omp_get_max_threads());
}
#else
#define COUNT(counts, stride, thread) counts[thread]
#endif

static float *slice_of(float *kept, int thread, size_t capacity) {
  return kept + (size_t)thread * capacity;
}

void keep_ringed(const struct sighting *seen, long n, float *kept, size_t capacity) {
#ifdef FIXED
  size_t stride;
  uint32_t *counts = line_per_thread(sizeof *counts, &stride);
#else
  const int threads = omp_get_max_threads();
  uint32_t *counts = calloc(threads, sizeof *counts); /* expect: fsfind-per-thread-slots */
#endif
#pragma omp parallel
  COUNT(counts, stride, omp_get_thread_num()) = 0;
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; i++) {
    const int thread = omp_get_thread_num();
    const uint32_t at = COUNT(counts, stride, thread);
    if (!seen[i].ring || at >= capacity)
      continue;
    slice_of(kept, thread, capacity)[at] = seen[i].east;
    COUNT(counts, stride, thread)++; /* expect: fsfind-per-thread-slots */
  }
  free(counts);
}
