#include "seeds.h"
#include <string.h>
void *take(size_t count, size_t size) { return malloc(count * size); }
void *take_zeroed(size_t count, size_t size) {
  char *got = take(count, size);
#ifdef FIXED
  const int64_t chunk = 1 << 20, bytes = (int64_t)(count * size);
  const int64_t chunks = (bytes + chunk - 1) / chunk;
#pragma omp parallel for num_threads(threads_for(bytes)) schedule(static)
  for (int64_t c = 0; c < chunks; c++)
    memset(got + c * chunk, 0, (size_t)(c == chunks - 1 ? bytes - c * chunk : chunk));
#else
  memset(got, 0, count * size); /* expect: fsfind-serial-first-touch */
#endif
  return got;
}
