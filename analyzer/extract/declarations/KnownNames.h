#pragma once

#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/Facts.h"

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

/// What the names of functions and types mean, by the table of names and, for names that are not in
/// it, by the words that they consist of. Function names are qualified, without template arguments.
namespace fsfind::analyzer {

/// The name is qualified if its meaning depends on its scope (Knowledge::dependsOnScope); `size` is
/// in bytes, 0 if it is not known.
[[nodiscard]] TypeClass classOfName(llvm::StringRef name, bool in_std, std::uint64_t size,
                                    const Knowledge &known);

/// `pad`, `_pad1`, `reserved`, `dummy`: a member that only takes space.
[[nodiscard]] bool isPaddingName(llvm::StringRef name,
                                 const Knowledge &known = Knowledge::builtIn());
/// `__cacheline_aligned`, `CACHE_ALIGN`, …: a word for alignment to a cacheline.
[[nodiscard]] bool isAlignmentWord(llvm::StringRef word,
                                   const Knowledge &known = Knowledge::builtIn());
[[nodiscard]] bool isCachelineConstant(llvm::StringRef name, const Knowledge &known);

/// `member_of` is the class of a method; empty for a free function.
[[nodiscard]] std::optional<Starter> starterOf(llvm::StringRef function, llvm::StringRef member_of,
                                               const Knowledge &known);

/// What the words of a function's name suggest that is not known.
[[nodiscard]] LockStep suggestedLockStep(Words words);
[[nodiscard]] std::optional<Op> suggestedAtomic(Words words);

/// What a function does to the lock that is its argument or object.
[[nodiscard]] LockStep lockStepOf(llvm::StringRef function,
                                  const Knowledge &known = Knowledge::builtIn());

/// `__sync_fetch_and_add`, `rte_atomic32_inc`, `g_atomic_int_inc`, …; none if the function is no
/// atomic operation on memory behind a pointer.
[[nodiscard]] std::optional<Op> atomicOpOf(llvm::StringRef function,
                                           const Knowledge &known = Knowledge::builtIn());
/// What atomic operations of these names do to what they change: `fetch_add`, `operator|=`,
/// `rte_atomic32_inc`; none for what also tests, or only sometimes changes it.
[[nodiscard]] Accumulation accumulationOf(llvm::StringRef function,
                                          const Knowledge &known = Knowledge::builtIn());
/// Whether a method of a standard container writes the container object itself.
[[nodiscard]] bool changesContainer(llvm::StringRef method,
                                    const Knowledge &known = Knowledge::builtIn());
[[nodiscard]] bool isCompareAndSwap(llvm::StringRef function,
                                    const Knowledge &known = Knowledge::builtIn());
/// For methods of std::atomic and similar classes.
[[nodiscard]] std::optional<Op> atomicMethodOf(llvm::StringRef method,
                                               const Knowledge &known = Knowledge::builtIn());

[[nodiscard]] std::optional<Allocator> allocatorOf(llvm::StringRef function,
                                                   const Knowledge &known = Knowledge::builtIn());
/// Whether the function fills memory with bytes of one value, as memset does.
[[nodiscard]] bool fillsWithByte(llvm::StringRef function,
                                 const Knowledge &known = Knowledge::builtIn());
/// memset, fread, std::fill, …: the number of the argument that is written as a whole; -1 = none.
[[nodiscard]] int bulkTargetOf(llvm::StringRef function,
                               const Knowledge &known = Knowledge::builtIn());
/// All that the name of a function tells; computed once per function.
struct CalleeMeaning {
  std::string name;
  std::optional<Starter> starter; ///< for free functions only
  std::optional<Op> atomic;
  bool plain = false; ///< as Meaning::plain
  LockStep lock = LockStep::None;
  int bulk = -1;
  std::optional<KnownWait> wait;
  bool fence = false, swaps = false, binds_node = false, thread_id = false;
  bool binds_process = false; ///< as FactAllocation::for_process
  bool ends_process = false, cancels_thread = false, detaches_thread = false;
  bool joins_thread = false;
  bool keeps_bytes = false; ///< is given memory by its size, but hands on no bytes of it
  bool hashes = false;      ///< by its words
  bool spreads = false;     ///< by its words, among buckets, shards and the like
};

[[nodiscard]] CalleeMeaning meaningOf(std::string function, const Knowledge &known);
/// Whether a class derived from `base` runs the method in a thread of its own, as run() of QThread.
[[nodiscard]] bool isThreadMethod(llvm::StringRef method, llvm::StringRef base,
                                  const Knowledge &known = Knowledge::builtIn());

} // namespace fsfind::analyzer
