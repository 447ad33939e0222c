#include "pier.h"
#include <stdlib.h>
#include <string.h>

void *zeroed_lines(size_t size) {
  void *block = aligned_alloc(64, (size + 63) / 64 * 64);
  return block ? memset(block, 0, size) : 0;
}
