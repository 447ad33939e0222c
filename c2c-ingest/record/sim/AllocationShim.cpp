#include "c2c-ingest/record/sim/ShimCalls.h"

#include <cerrno>
#include <cstddef>
#include <cstring>

/// A library that fsfind's simulator lets the dynamic loader load before a program's own. It stands
/// in front of the C allocator, passes each call on, and tells the plugin of it. The program cannot
/// tell the difference: errno is as the allocator left it, and no memory is taken.
///
/// It links to libc alone, since loading the C++ library into a C program would change that.

using namespace fsfind::record::sim;
using fsfind::record::AllocationEvent;

namespace {

/// Memory for what is allocated while the allocator that comes next is looked up; it is never
/// given back.
class FirstMemory {
public:
  void *take(std::size_t size) {
    constexpr std::size_t kAlignment = 16;
    if (size > left())
      return nullptr;
    void *block = bytes_ + used_;
    used_ += (size + kAlignment - 1) / kAlignment * kAlignment;
    return block;
  }
  [[nodiscard]] bool holds(const void *block) const {
    return block >= bytes_ && block < bytes_ + sizeof(bytes_);
  }
  /// Bytes that can be read from an address in it.
  [[nodiscard]] std::size_t bytesFrom(const void *block) const {
    return static_cast<std::size_t>(bytes_ + sizeof(bytes_) -
                                    static_cast<const std::byte *>(block));
  }

private:
  [[nodiscard]] std::size_t left() const { return sizeof(bytes_) - used_; }
  alignas(16) std::byte bytes_[8192] = {}; // a multiple of the alignment
  std::size_t used_ = 0;
};

/// The functions that the program would call without this library.
struct Next {
  void *(*malloc)(std::size_t);
  void *(*calloc)(std::size_t, std::size_t);
  void *(*realloc)(void *, std::size_t);
  void (*free)(void *);
  int (*posix_memalign)(void **, std::size_t, std::size_t);
  void *(*aligned_alloc)(std::size_t, std::size_t);
  void *(*memalign)(std::size_t, std::size_t);
};

enum class Search : std::uint8_t { NotBegun, Running, Done };

// Filled at the first allocation, which is before the program has threads, as the loader fills the
// tables by which libraries call each other.
constinit Next next_functions = {};
constinit Search search = Search::NotBegun;
constinit FirstMemory first_memory;

/// Null while the functions are searched for.
const Next *next() {
  if (search == Search::NotBegun) {
    search = Search::Running;
    find(next_functions.malloc, "malloc");
    find(next_functions.calloc, "calloc");
    find(next_functions.realloc, "realloc");
    find(next_functions.free, "free");
    find(next_functions.posix_memalign, "posix_memalign");
    find(next_functions.aligned_alloc, "aligned_alloc");
    find(next_functions.memalign, "memalign");
    search = Search::Done;
  }
  return search == Search::Done ? &next_functions : nullptr;
}

} // namespace

__attribute__((constructor)) static void load() {
  next();
  tellOfLoading();
}

// The functions have their names for the linker only: headers of the C library declare them with
// attributes that would have to be repeated here.

FSFIND_INTERPOSED void *fsfindMalloc(std::size_t size) __asm__("malloc");
void *fsfindMalloc(std::size_t size) {
  const Next *functions = next();
  return functions == nullptr ? first_memory.take(size)
                              : taken(functions->malloc(size), size, FSFIND_CALL);
}

FSFIND_INTERPOSED void *fsfindCalloc(std::size_t count, std::size_t size) __asm__("calloc");
void *fsfindCalloc(std::size_t count, std::size_t size) {
  const Next *functions = next();
  return functions == nullptr ? first_memory.take(count * size)
                              : taken(functions->calloc(count, size), count * size, FSFIND_CALL);
}

/// Told before the block is given back, as another thread may get it at once.
FSFIND_INTERPOSED void fsfindFree(void *block) __asm__("free");
void fsfindFree(void *block) {
  if (block == nullptr || first_memory.holds(block))
    return;
  tell(AllocationEvent::Returned, reinterpret_cast<std::uintptr_t>(block));
  if (const Next *functions = next())
    functions->free(block);
}

/// If there is no new block, the old one is left; its size is then not known.
FSFIND_INTERPOSED void *fsfindRealloc(void *block, std::size_t size) __asm__("realloc");
void *fsfindRealloc(void *block, std::size_t size) {
  const Next *functions = next();
  if (functions == nullptr)
    return nullptr;
  if (first_memory.holds(block)) {
    void *copy = taken(functions->malloc(size), size, FSFIND_CALL);
    const std::size_t most = first_memory.bytesFrom(block);
    return copy == nullptr ? nullptr : std::memcpy(copy, block, size < most ? size : most);
  }
  if (block != nullptr)
    tell(AllocationEvent::Returned, reinterpret_cast<std::uintptr_t>(block));
  void *result = functions->realloc(block, size);
  if (result == nullptr && size != 0)
    taken(block, 0, FSFIND_CALL);
  return taken(result, size, FSFIND_CALL);
}

FSFIND_INTERPOSED int fsfindPosixMemalign(void **block, std::size_t alignment,
                                          std::size_t size) __asm__("posix_memalign");
int fsfindPosixMemalign(void **block, std::size_t alignment, std::size_t size) {
  const Next *functions = next();
  if (functions == nullptr)
    return ENOMEM;
  const int error = functions->posix_memalign(block, alignment, size);
  if (error == 0)
    taken(*block, size, FSFIND_CALL);
  return error;
}

FSFIND_INTERPOSED void *fsfindAlignedAlloc(std::size_t alignment,
                                           std::size_t size) __asm__("aligned_alloc");
void *fsfindAlignedAlloc(std::size_t alignment, std::size_t size) {
  const Next *functions = next();
  return functions == nullptr ? nullptr
                              : taken(functions->aligned_alloc(alignment, size), size, FSFIND_CALL);
}

FSFIND_INTERPOSED void *fsfindMemalign(std::size_t alignment, std::size_t size) __asm__("memalign");
void *fsfindMemalign(std::size_t alignment, std::size_t size) {
  const Next *functions = next();
  return functions == nullptr ? nullptr
                              : taken(functions->memalign(alignment, size), size, FSFIND_CALL);
}
