#include "memory.h"

namespace Stockfish {

void* aligned_large_pages_alloc(size_t allocSize) {
    constexpr size_t alignment = 2 * 1024 * 1024;

    size_t size = ((allocSize + alignment - 1) / alignment) * alignment;
    void*  mem  = std::aligned_alloc(alignment, size);
    if (mem)
        madvise(mem, size, MADV_HUGEPAGE);
    return mem;
}

void aligned_large_pages_free(void* mem) { std::free(mem); }

}  // namespace Stockfish
