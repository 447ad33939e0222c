#include "c2c-ingest/record/layout/AllocationCall.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>

/// A library that fsfind's simulator lets the dynamic loader load before a program's own. It stands
/// in front of the C allocator, passes each call on, and tells the plugin of it. The
/// program cannot tell the difference: errno is as the allocator left it, and no memory is taken.
///
/// It links to libc alone, since loading the C++ library into a C program would change that.

using fsfind::record::AllocationEvent;
using fsfind::record::kAllocationCall;

namespace {

void tell(AllocationEvent event, std::uintptr_t first, std::uintptr_t second = 0,
          std::uintptr_t third = 0) {
#if defined(__x86_64__)
  std::int64_t number = kAllocationCall;
  register std::uintptr_t fourth __asm__("r10") = third;
  __asm__ volatile("syscall"
                   : "+a"(number)
                   : "D"(static_cast<std::uint64_t>(event)), "S"(first), "d"(second), "r"(fourth)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register std::int64_t number __asm__("x8") = kAllocationCall;
  register std::uint64_t x0 __asm__("x0") = static_cast<std::uint64_t>(event);
  register std::uintptr_t x1 __asm__("x1") = first;
  register std::uintptr_t x2 __asm__("x2") = second;
  register std::uintptr_t x3 __asm__("x3") = third;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(number), "r"(x1), "r"(x2), "r"(x3) : "memory");
#endif
}

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

template <class Function> void find(Function &function, const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  std::memcpy(&function, &found, sizeof(function));
}

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

void *taken(void *block, std::size_t size, const void *caller) {
  if (block != nullptr)
    tell(AllocationEvent::Taken, reinterpret_cast<std::uintptr_t>(block), size,
         reinterpret_cast<std::uintptr_t>(caller));
  return block;
}

} // namespace

#define FSFIND_INTERPOSED extern "C" __attribute__((visibility("default")))
#define FSFIND_CALLER __builtin_return_address(0)

// This library's ELF header in memory; the linker defines it.
extern "C" __attribute__((visibility("hidden")))
const Elf64_Ehdr fsfindHeader __asm__("__ehdr_start");

__attribute__((constructor)) static void load() {
  next();
  const auto begin = reinterpret_cast<std::uintptr_t>(&fsfindHeader);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the table of segments lies behind the header
  const auto *segments = reinterpret_cast<const Elf64_Phdr *>(begin + fsfindHeader.e_phoff);
  std::uintptr_t end = begin;
  for (unsigned i = 0; i < fsfindHeader.e_phnum; ++i)
    if (segments[i].p_type == PT_LOAD && begin + segments[i].p_vaddr + segments[i].p_memsz > end)
      end = begin + segments[i].p_vaddr + segments[i].p_memsz;
  tell(AllocationEvent::Loaded, begin, end);
}

// The functions have their names for the linker only: headers of the C library declare them with
// attributes that would have to be repeated here.

FSFIND_INTERPOSED void *fsfindMalloc(std::size_t size) __asm__("malloc");
void *fsfindMalloc(std::size_t size) {
  const Next *functions = next();
  return functions == nullptr ? first_memory.take(size)
                              : taken(functions->malloc(size), size, FSFIND_CALLER);
}

FSFIND_INTERPOSED void *fsfindCalloc(std::size_t count, std::size_t size) __asm__("calloc");
void *fsfindCalloc(std::size_t count, std::size_t size) {
  const Next *functions = next();
  return functions == nullptr ? first_memory.take(count * size)
                              : taken(functions->calloc(count, size), count * size, FSFIND_CALLER);
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
    void *copy = taken(functions->malloc(size), size, FSFIND_CALLER);
    const std::size_t most = first_memory.bytesFrom(block);
    return copy == nullptr ? nullptr : std::memcpy(copy, block, size < most ? size : most);
  }
  if (block != nullptr)
    tell(AllocationEvent::Returned, reinterpret_cast<std::uintptr_t>(block));
  void *result = functions->realloc(block, size);
  if (result == nullptr && size != 0)
    taken(block, 0, FSFIND_CALLER);
  return taken(result, size, FSFIND_CALLER);
}

FSFIND_INTERPOSED int fsfindPosixMemalign(void **block, std::size_t alignment,
                                          std::size_t size) __asm__("posix_memalign");
int fsfindPosixMemalign(void **block, std::size_t alignment, std::size_t size) {
  const Next *functions = next();
  if (functions == nullptr)
    return ENOMEM;
  const int error = functions->posix_memalign(block, alignment, size);
  if (error == 0)
    taken(*block, size, FSFIND_CALLER);
  return error;
}

FSFIND_INTERPOSED void *fsfindAlignedAlloc(std::size_t alignment,
                                           std::size_t size) __asm__("aligned_alloc");
void *fsfindAlignedAlloc(std::size_t alignment, std::size_t size) {
  const Next *functions = next();
  return functions == nullptr
             ? nullptr
             : taken(functions->aligned_alloc(alignment, size), size, FSFIND_CALLER);
}

FSFIND_INTERPOSED void *fsfindMemalign(std::size_t alignment, std::size_t size) __asm__("memalign");
void *fsfindMemalign(std::size_t alignment, std::size_t size) {
  const Next *functions = next();
  return functions == nullptr ? nullptr
                              : taken(functions->memalign(alignment, size), size, FSFIND_CALLER);
}
