#pragma once

#include "rules/model/FactDeclarations.h"
#include "rules/model/FactFunctions.h"

#include <cstdint>
#include <optional>

/// What a name can mean. Arguments are counted from 0; -1 = none.
namespace fsfind::analyzer {

/// Which arguments of a function that starts threads are the callable and the callable's arguments.
struct Starter {
  int callable = -1;  ///< -1 = the first argument that can be called
  int argument = -1;  ///< first of those passed on; -1 = the one after the callable
  bool many = false;  ///< one call starts several threads
  bool own = true;    ///< a new thread runs the callable; false: it may be a task of a pool
  bool waits = false; ///< for the end of what it starts
};
/// For Starter::argument: the callable is passed none that the call names.
inline constexpr int kPassesNone = 1 << 20;

enum class LockStep : std::uint8_t { None, Acquire, Release };

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

struct Allocator {
  AllocationKind kind = AllocationKind::Malloc;
  int size = 0;   ///< number of the argument with the bytes, or bytes of an element
  int count = -1; ///< number of the argument with the elements, as in calloc; -1 = none
  std::uint64_t alignment = 16; ///< bytes; 0 = not known, or asked for by an argument
  bool moves = false;           ///< resizes a block, which may then lie elsewhere
  int file = -1; ///< number of the argument with the file that is mapped; -1 = none is
};

/// A type of a library, and the size in bytes above which one of that name is another.
struct KnownType {
  TypeClass kind = TypeClass::Plain;
  std::uint64_t largest = UINT64_MAX;
};

/// What a method of an atomic class does; no `op`: it does not touch the datum.
struct AtomicMethod {
  std::optional<Op> op;
};

/// What is known of one name: of functions, types, methods and constants that have it.
struct Meaning {
  std::optional<Starter> starter;
  std::optional<Allocator> allocator;
  std::optional<KnownWait> wait;
  std::optional<Op> atomic; ///< a function that does so to the memory behind a pointer
  bool plain = false;       ///< that does so without being atomic
  std::optional<Accumulation> gathers;
  std::optional<LockStep> lock;
  std::optional<AtomicMethod> method;
  std::optional<KnownType> type;
  int fills = -1;         ///< number of the argument that is written as a whole
  bool one_value = false; ///< by bytes of one value
  bool swaps = false, fence = false, thread_number = false;
  bool places_memory = false; ///< binds memory to NUMA nodes
  bool for_process = false;   ///< all that the process gets from then on
  bool ends_process = false, cancels_thread = false, detaches_thread = false;
  bool joins_thread = false; ///< waits for the end of threads
  bool keeps_bytes = false;  ///< is given memory by its size, but hands on no bytes of it
  bool changes_container = false, thread_method = false, cacheline_size = false;
  bool ordinary = false; ///< means no more than this, whatever its words suggest
};

/// What a part of a name suggests; known.table says which parts do, and what each is for.
enum class Word : std::uint8_t {
  Starts,
  Worker,
  Parallel,
  ParallelVerb,
  Executor,
  ThreadExecutor,
  ForAll,
  NotForAll,
  NotStarter,
  ThreadNumber,
  NotThreadNumber,
  CurrentThread,
  Thread,
  Number,
  NotLockStep,
  Acquire,
  Release,
  NotAtomic,
  Atomic,
  AtomicUpdate,
  AtomicRead,
  AtomicWrite,
  NotAtomicUpdate,
  NotGathered,
  Adds,
  AddsWord,
  Ors,
  Ands,
  Xors,
  Fetches,
  NotGatheredWord,
  Swaps,
  Fence,
  Alloc,
  NotAlloc,
  AlignedAlloc,
  ZeroedAlloc,
  MovingAlloc,
  LineAlloc,
  Padding,
  Align,
  NotAlign,
  Line,
  AlignWord,
  LineConstant,
  NotClass,
  LockType,
  AtomicType,
  ThreadBase,
  NotThreadBase,
  LockRecord,
  JoinsThread,
  Hashes,
  Spreads,
  Range,
  RangeBegin,
  BadEnd,
  BadLabel,
  ManyOfBase,
  LockHolder,
};
inline constexpr unsigned kWords = static_cast<unsigned>(Word::LockHolder) + 1;
static_assert(kWords <= 64, "Words is one number");

/// A set of what the parts of a name suggest.
class Words {
public:
  void add(Word word) { bits_ |= bit(word); }
  void add(Words others) { bits_ |= others.bits_; }
  [[nodiscard]] bool has(Word word) const { return (bits_ & bit(word)) != 0; }
  [[nodiscard]] bool empty() const { return bits_ == 0; }

private:
  static std::uint64_t bit(Word word) { return std::uint64_t{1} << static_cast<unsigned>(word); }
  std::uint64_t bits_ = 0;
};

} // namespace fsfind::analyzer
