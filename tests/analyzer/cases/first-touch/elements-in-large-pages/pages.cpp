#include "pages.h"
#include <cstdlib>
#include <sys/mman.h>
void *take_pages(std::size_t bytes) {
  void *at = std::aligned_alloc(2u << 20, (bytes + (2u << 20) - 1) >> 21 << 21);
  madvise(at, bytes, MADV_HUGEPAGE);
  return at;
}
void give_pages(void *at) { std::free(at); }
