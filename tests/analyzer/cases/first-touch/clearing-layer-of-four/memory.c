#include "kiln.h"
#include <stdatomic.h>
#include <string.h>
extern void *chunk_of_arena(size_t bytes);
static atomic_size_t taken;
void *take(size_t count, size_t size) {
  atomic_fetch_add(&taken, count * size);
  return chunk_of_arena(count * size);
}
void *take_zeroed(size_t count, size_t size) {
  void *got = take(count, size);
  return got ? memset(got, 0, count * size) : got; /* expect: fsfind-serial-first-touch */
}
