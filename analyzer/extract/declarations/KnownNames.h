#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "rules/model/Facts.h"

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

/// What names mean: the one place that knows libraries by heart. Names of functions are qualified,
/// without template arguments; what is asked of words alone takes the last part.
namespace fsfind::analyzer {

[[nodiscard]] TypeClass classOfName(llvm::StringRef name, bool in_std, std::uint64_t size,
                                    const ExtractOptions &options);

/// `pad`, `_pad1`, `reserved`, `dummy`: made to keep members apart.
[[nodiscard]] bool isPaddingName(llvm::StringRef name);
/// `__cacheline_aligned`, `CACHE_ALIGN`, …: an alignment to a cacheline, by its name.
[[nodiscard]] bool isAlignmentWord(llvm::StringRef word);
[[nodiscard]] bool isCachelineConstant(llvm::StringRef name, const ExtractOptions &options);

/// Which arguments of a function that starts threads are the callable and what it is given.
struct Starter {
  int callable = -1; ///< -1: the first argument that can be called
  int argument = -1; ///< first of those passed on; -1: whatever follows the callable
  bool many = false; ///< starts several by its nature
};

/// `member_of`: the name of the class whose method it is; empty for a free function.
[[nodiscard]] std::optional<Starter> starterOf(llvm::StringRef function, llvm::StringRef member_of,
                                               const ExtractOptions &options);
/// Returns the number of the thread, CPU or worker that calls it.
[[nodiscard]] bool isThreadIdFunction(llvm::StringRef function, const ExtractOptions &options);

enum class LockStep : std::uint8_t { None, Acquire, Release };
/// Of a function or method whose argument (or object) is a lock.
[[nodiscard]] LockStep lockStepOf(llvm::StringRef function);

/// `__sync_fetch_and_add`, `rte_atomic32_inc`, `g_atomic_int_inc`, …; none for what is no atomic
/// operation on memory behind a pointer.
[[nodiscard]] std::optional<Op> atomicOpOf(llvm::StringRef function);
/// Of methods of the library's containers.
[[nodiscard]] bool changesContainer(llvm::StringRef method);
[[nodiscard]] bool isCompareAndSwap(llvm::StringRef function);
/// Of std::atomic and its like.
[[nodiscard]] std::optional<Op> atomicMethodOf(llvm::StringRef method);
[[nodiscard]] bool isFence(llvm::StringRef function);

struct Allocator {
  AllocationKind kind = AllocationKind::Malloc;
  int size = 0;   ///< argument with the bytes or elements
  int count = -1; ///< calloc's first
  std::uint64_t alignment = 16;
};
[[nodiscard]] std::optional<Allocator> allocatorOf(llvm::StringRef function);
/// memset, fread, std::fill, …: the argument that is written as a whole; -1 = none.
[[nodiscard]] int bulkTargetOf(llvm::StringRef function);
/// All that the name of a function tells whenever it is called.
struct CalleeMeaning {
  std::string name;
  std::optional<Starter> starter; ///< of a free function
  std::optional<Op> atomic;
  LockStep lock = LockStep::None;
  int bulk = -1;
  bool fence = false, swaps = false, binds_node = false, thread_id = false;
};

/// Places memory on nodes (mbind, numa_*, set_mempolicy).
[[nodiscard]] bool isNodeBinding(llvm::StringRef function);
[[nodiscard]] CalleeMeaning meaningOf(std::string function, const ExtractOptions &options);
/// A method that runs in a thread of its own in classes derived from `base`: run() of QThread.
[[nodiscard]] bool isThreadMethod(llvm::StringRef method, llvm::StringRef base);

} // namespace fsfind::analyzer
