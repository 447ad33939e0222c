#include "c2c-ingest/record/sim/ShimCalls.h"

#include <cstdlib>

/// Stands in front of operator new, as AllocationShim.cpp does of malloc, for programs that import
/// it. The malloc in operator new is told of, too; what is told last of a block counts, and so its
/// caller is the author's and not the C++ library. operator delete calls free.

using namespace fsfind::record::sim;
using fsfind::record::CallSight;

namespace {

/// The functions that the program would call without this library, by their linker's names: plain,
/// for arrays; with std::nothrow_t; with std::align_val_t.
struct Next {
  void *(*plain)(std::size_t);
  void *(*array)(std::size_t);
  void *(*plain_quiet)(std::size_t, const void *);
  void *(*array_quiet)(std::size_t, const void *);
  void *(*plain_aligned)(std::size_t, std::size_t);
  void *(*array_aligned)(std::size_t, std::size_t);
  void *(*plain_aligned_quiet)(std::size_t, std::size_t, const void *);
  void *(*array_aligned_quiet)(std::size_t, std::size_t, const void *);
};

// Filled when the library is loaded or first used, which is before the program has threads.
constinit Next next_functions = {};
constinit bool searched = false;

const Next &next() {
  if (!searched) {
    find(next_functions.plain, "_Znwm");
    find(next_functions.array, "_Znam");
    find(next_functions.plain_quiet, "_ZnwmRKSt9nothrow_t");
    find(next_functions.array_quiet, "_ZnamRKSt9nothrow_t");
    find(next_functions.plain_aligned, "_ZnwmSt11align_val_t");
    find(next_functions.array_aligned, "_ZnamSt11align_val_t");
    find(next_functions.plain_aligned_quiet, "_ZnwmSt11align_val_tRKSt9nothrow_t");
    find(next_functions.array_aligned_quiet, "_ZnamSt11align_val_tRKSt9nothrow_t");
    searched = true;
  }
  return next_functions;
}

__attribute__((constructor)) void load() {
  next();
  tellOfLoading();
}

#ifdef FSFIND_IN_PROCESS
/// What this library calls itself is its own (OwnHeap.h).
extern "C" void *__real_malloc(std::size_t);
#define FSFIND_MALLOC __real_malloc
#else
#define FSFIND_MALLOC std::malloc
#endif

/// In place of a function that is not there: a C program executed by a C++ program may load C++
/// libraries for their own use only, out of this library's sight.
void *orByMalloc(std::size_t size) {
  void *block = FSFIND_MALLOC(size == 0 ? 1 : size);
  return block == nullptr ? (std::abort(), nullptr) : block;
}

void *orByAlignedAlloc(std::size_t size, std::size_t alignment) {
  void *block = nullptr;
  return posix_memalign(&block, alignment, size) == 0 ? block : (std::abort(), nullptr);
}

void *plain(void *(*function)(std::size_t), std::size_t size, const CallSight &call) {
  return taken(function == nullptr ? orByMalloc(size) : function(size), size, call);
}

void *quiet(void *(*function)(std::size_t, const void *), std::size_t size, const void *tag,
            const CallSight &call) {
  return taken(function == nullptr ? orByMalloc(size) : function(size, tag), size, call);
}

void *aligned(void *(*function)(std::size_t, std::size_t), std::size_t size, std::size_t alignment,
              const CallSight &call) {
  return taken(function == nullptr ? orByAlignedAlloc(size, alignment) : function(size, alignment),
               size, call);
}

void *alignedQuiet(void *(*function)(std::size_t, std::size_t, const void *), std::size_t size,
                   std::size_t alignment, const void *tag, const CallSight &call) {
  return taken(function == nullptr ? orByAlignedAlloc(size, alignment)
                                   : function(size, alignment, tag),
               size, call);
}

} // namespace

FSFIND_INTERPOSED void *fsfindNew(std::size_t size) __asm__("_Znwm");
void *fsfindNew(std::size_t size) {
  return plain(next().plain, size, FSFIND_CALL);
}

FSFIND_INTERPOSED void *fsfindNewArray(std::size_t size) __asm__("_Znam");
void *fsfindNewArray(std::size_t size) {
  return plain(next().array, size, FSFIND_CALL);
}

FSFIND_INTERPOSED void *fsfindNewQuiet(std::size_t size,
                                       const void *tag) __asm__("_ZnwmRKSt9nothrow_t");
void *fsfindNewQuiet(std::size_t size, const void *tag) {
  return quiet(next().plain_quiet, size, tag, FSFIND_CALL);
}

FSFIND_INTERPOSED void *fsfindNewArrayQuiet(std::size_t size,
                                            const void *tag) __asm__("_ZnamRKSt9nothrow_t");
void *fsfindNewArrayQuiet(std::size_t size, const void *tag) {
  return quiet(next().array_quiet, size, tag, FSFIND_CALL);
}

FSFIND_INTERPOSED void *fsfindNewAligned(std::size_t size,
                                         std::size_t alignment) __asm__("_ZnwmSt11align_val_t");
void *fsfindNewAligned(std::size_t size, std::size_t alignment) {
  return aligned(next().plain_aligned, size, alignment, FSFIND_CALL);
}

FSFIND_INTERPOSED void *
fsfindNewArrayAligned(std::size_t size, std::size_t alignment) __asm__("_ZnamSt11align_val_t");
void *fsfindNewArrayAligned(std::size_t size, std::size_t alignment) {
  return aligned(next().array_aligned, size, alignment, FSFIND_CALL);
}

FSFIND_INTERPOSED void *
fsfindNewAlignedQuiet(std::size_t size, std::size_t alignment,
                      const void *tag) __asm__("_ZnwmSt11align_val_tRKSt9nothrow_t");
void *fsfindNewAlignedQuiet(std::size_t size, std::size_t alignment, const void *tag) {
  return alignedQuiet(next().plain_aligned_quiet, size, alignment, tag, FSFIND_CALL);
}

FSFIND_INTERPOSED void *
fsfindNewArrayAlignedQuiet(std::size_t size, std::size_t alignment,
                           const void *tag) __asm__("_ZnamSt11align_val_tRKSt9nothrow_t");
void *fsfindNewArrayAlignedQuiet(std::size_t size, std::size_t alignment, const void *tag) {
  return alignedQuiet(next().array_aligned_quiet, size, alignment, tag, FSFIND_CALL);
}
