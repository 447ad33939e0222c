#include "plate.h"
#include <cstdlib>
#include <cstring>

void take_memory(void **at, std::size_t bytes) { *at = std::aligned_alloc(64, (bytes + 63) / 64 * 64); }
void clear_memory(void *at, std::size_t bytes) {
#ifdef FIXED
  const std::size_t piece = 65536;
  if (bytes >= piece * 16) {
#pragma omp parallel for schedule(static)
    for (std::size_t p = 0; p < bytes / piece; ++p)
      std::memset(static_cast<char *>(at) + p * piece, 0, piece);
    std::memset(static_cast<char *>(at) + bytes / piece * piece, 0, bytes % piece);
    return;
  }
#endif
  std::memset(at, 0, bytes); // expect: fsfind-serial-first-touch
}
void *Store::writable() {
  switch (state_) {
  case NOTHING:
    take_memory(&at_, bytes_);
    clear_memory(at_, bytes_);
    state_ = READY;
    break;
  case READY:
    break;
  }
  return at_;
}
