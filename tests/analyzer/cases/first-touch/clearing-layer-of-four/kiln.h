/* args: -std=gnu11 -pthread */
#pragma once
#include <stdlib.h>
struct share {
  double *clay, *glaze, *heat;
  size_t first, last;
};
void *take(size_t count, size_t size);
void *take_zeroed(size_t count, size_t size);
void launch(void (*work)(void *), void *bundles, size_t size, size_t count);
static inline double *take_tiles(size_t count) {
#ifdef FIXED
  return take(count, sizeof(double));
#else
  return take_zeroed(count, sizeof(double));
#endif
}
