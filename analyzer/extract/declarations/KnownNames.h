#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "rules/model/Facts.h"

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

/// What the names of functions and types mean: the one place that knows libraries. Function names
/// are qualified, without template arguments.
namespace fsfind::analyzer {

[[nodiscard]] TypeClass classOfName(llvm::StringRef name, bool in_std, std::uint64_t size,
                                    const ExtractOptions &options);

/// `pad`, `_pad1`, `reserved`, `dummy`: a member that only takes space.
[[nodiscard]] bool isPaddingName(llvm::StringRef name);
/// `__cacheline_aligned`, `CACHE_ALIGN`, …: a word for alignment to a cacheline.
[[nodiscard]] bool isAlignmentWord(llvm::StringRef word);
[[nodiscard]] bool isCachelineConstant(llvm::StringRef name, const ExtractOptions &options);

/// Which arguments of a function that starts threads are the callable and the callable's arguments.
struct Starter {
  int callable = -1; ///< -1 = the first argument that can be called
  int argument = -1; ///< first of those passed on; -1 = the one after the callable
  bool many = false; ///< one call starts several threads
  bool own = true;   ///< a new thread runs the callable; false: it may be a task of a pool
};

/// `member_of` is the class of a method; empty for a free function.
[[nodiscard]] std::optional<Starter> starterOf(llvm::StringRef function, llvm::StringRef member_of,
                                               const ExtractOptions &options);
/// Whether the function returns the number of the thread, CPU or worker that calls it.
[[nodiscard]] bool isThreadIdFunction(llvm::StringRef function, const ExtractOptions &options);

enum class LockStep : std::uint8_t { None, Acquire, Release };
/// What a function does to the lock that is its argument or object.
[[nodiscard]] LockStep lockStepOf(llvm::StringRef function);

/// `__sync_fetch_and_add`, `rte_atomic32_inc`, `g_atomic_int_inc`, …; none if the function is no
/// atomic operation on memory behind a pointer.
[[nodiscard]] std::optional<Op> atomicOpOf(llvm::StringRef function);
/// What atomic operations of these names do to what they change: `fetch_add`, `operator|=`,
/// `rte_atomic32_inc`; none for what also tests, or only sometimes changes it.
[[nodiscard]] Accumulation accumulationOf(llvm::StringRef function);
/// Whether a method of a standard container writes the container object itself.
[[nodiscard]] bool changesContainer(llvm::StringRef method);
[[nodiscard]] bool isCompareAndSwap(llvm::StringRef function);
/// For methods of std::atomic and similar classes.
[[nodiscard]] std::optional<Op> atomicMethodOf(llvm::StringRef method);
[[nodiscard]] bool isFence(llvm::StringRef function);

/// Whether a function that does not return ends the whole process, as `abort` does.
[[nodiscard]] bool endsProcess(llvm::StringRef function);
/// Whether the function ends another thread wherever that is.
[[nodiscard]] bool cancelsThread(llvm::StringRef function);
/// Whether the function lets a thread run that nobody can wait for any more.
[[nodiscard]] bool detachesThread(llvm::StringRef function);

/// How an argument says how long a function waits.
enum class TimeForm : std::uint8_t {
  Count,    ///< a number of `unit`s, that it waits at least
  Limit,    ///< the same, that it waits at most until something comes; 0 = not at all
  Timespec, ///< a pointer to a `timespec`, that it waits at least
  Duration, ///< a `std::chrono::duration`, that it waits at least
};

/// A function that waits until something comes, or for some time, while the processor does other
/// work.
struct KnownWait {
  int time = -1; ///< number of the argument with the time; -1 = none that can be read
  TimeForm form = TimeForm::Limit;
  std::uint32_t unit = 0; ///< microseconds
  int events = -1;        ///< of a Limit: the argument that counts what else is waited for
};
[[nodiscard]] std::optional<KnownWait> waitOf(llvm::StringRef function);

struct Allocator {
  AllocationKind kind = AllocationKind::Malloc;
  int size = 0;   ///< number of the argument with the bytes, or bytes of an element
  int count = -1; ///< number of the argument with the elements, as in calloc; -1 = none
  std::uint64_t alignment = 16;
};
[[nodiscard]] std::optional<Allocator> allocatorOf(llvm::StringRef function);
/// memset, fread, std::fill, …: the number of the argument that is written as a whole; -1 = none.
[[nodiscard]] int bulkTargetOf(llvm::StringRef function);
/// All that the name of a function tells; computed once per function.
struct CalleeMeaning {
  std::string name;
  std::optional<Starter> starter; ///< for free functions only
  std::optional<Op> atomic;
  LockStep lock = LockStep::None;
  int bulk = -1;
  std::optional<KnownWait> wait;
  bool fence = false, swaps = false, binds_node = false, thread_id = false;
};

/// Whether the function places memory on NUMA nodes (mbind, numa_*, set_mempolicy).
[[nodiscard]] bool isNodeBinding(llvm::StringRef function);
[[nodiscard]] CalleeMeaning meaningOf(std::string function, const ExtractOptions &options);
/// Whether a class derived from `base` runs the method in a thread of its own, as run() of QThread.
[[nodiscard]] bool isThreadMethod(llvm::StringRef method, llvm::StringRef base);

} // namespace fsfind::analyzer
