#include "plate.h"
#include <cstdlib>
#include <cstring>

void take_memory(void **at, std::size_t bytes) { *at = std::malloc(bytes); }
void clear_memory(void *at, std::size_t bytes) {
#ifdef FIXED
  const std::size_t piece = 65536;
  if (bytes % piece == 0) {
#pragma omp parallel for schedule(static)
    for (std::size_t p = 0; p < bytes / piece; ++p)
      std::memset(static_cast<char *>(at) + p * piece, 0, piece);
    return;
  }
#endif
  std::memset(at, 0, bytes); // expect: fsfind-serial-first-touch
}
void *Store::writable() {
  switch (state) {
  case NOTHING:
    take_memory(&at, bytes);
    clear_memory(at, bytes);
    state = READY;
    break;
  case READY:
    break;
  }
  return at;
}
