#pragma once

#include "rules/model/Boxed.h"
#include "rules/model/FactDeclarations.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The part of the facts about functions: what they access, call, start, allocate and lock.
namespace fsfind {

/// Where the number that selects an element (or that is passed or stored) comes from.
enum class Provenance : std::uint8_t {
  Unknown,
  Constant,
  Whole,        ///< all elements: memset, fill, fread
  Loop,         ///< counter of a serial loop
  SpawnLoop,    ///< counter of a loop that starts threads or tasks
  ParallelLoop, ///< counter of a work-shared loop: each thread gets a contiguous part
  /// Counter of a loop that has every n-th element, and begins at parameter `number` - 1, at a
  /// member of `record`, or at a thread's own number.
  StridedLoop,
  ThreadId,  ///< result of a call such as omp_get_thread_num(), rte_lcore_id(), sched_getcpu()
  Parameter, ///< the function's parameter `number`
  Member,    ///< member `member` of `record`
  Ticket,    ///< result of an atomic fetch-and-add
  /// Reduced by a modulus, mask or hash: parameter `number` - 1, a member of `record`, or unknown.
  Hash,
  ThreadHash, ///< a thread's number that is reduced so
};

struct FactIndex {
  Provenance from = Provenance::Unknown;
  /// What `text` is made of: it has a remainder (`%`), or a quotient (`/`, `>>`); it is a call.
  bool remainder = false, quotient = false, of_call = false;
  /// Parameter: its 0-based position. Of a parameter, Hash and StridedLoop: its 1-based position,
  /// else 0. Constant: the value if it fits.
  std::uint32_t number = 0;
  /// Elements that the index advances when the number grows by one: 16 in `sum[tid * 16]`; 0 = not
  /// constant, as in `tid * chunk`.
  std::uint32_t scale = 1;
  std::uint32_t member = 0; ///< for Member, or Hash of one: position in the record
  std::optional<RecordIndex> record = {};
  std::string text = {}; ///< as written, shortened; names such as `tid` are evidence too
  bool operator==(const FactIndex &) const = default;
};

enum class StepKind : std::uint8_t {
  Deref,  ///< through a pointer, reference or container to its (first) element
  Member, ///< `record`'s member number `member`
  Index,  ///< an element of the array; after a Deref, of the block that the pointer leads to
};

struct FactStep {
  StepKind kind = StepKind::Deref;
  RecordIndex record;
  std::uint32_t member = 0;
  Rare<FactIndex> index;
  bool operator==(const FactStep &) const = default;
};

/// Where a designator begins. This is the pointer to the method's object (a Deref follows), in the
/// lambdas and regions inside that method too. A reference counts as a pointer.
enum class Root : std::uint8_t { Unknown, Variable, Parameter, This, Result };

/// An object as an expression reaches it: `q->slots[i].count` is Parameter 0, Deref, Member slots,
/// Index i, Member count. A local pointer with one value is replaced by that value.
struct Designator {
  Root root = Root::Unknown;
  std::uint32_t parameter = 0;           ///< 0-based; of the lambda or function it is used in
  std::optional<VariableIndex> variable; ///< if `root` is Variable
  std::optional<FunctionIndex> function; ///< if `root` is Result: the function called
  std::vector<FactStep> steps;
  bool address_of = false; ///< the value is the address of what the steps lead to
  TypeIndex type;          ///< of what the steps lead to
  bool operator==(const Designator &) const = default;
};

enum class Op : std::uint8_t { Read, Write, ReadModifyWrite };

/// How an operation whose result nobody uses combines its operand with the datum, so that several
/// such operations can be replaced by one. None for all others, and for operations whose memory
/// order publishes other data to other threads.
enum class Accumulation : std::uint8_t {
  None,
  Sum, ///< adds or subtracts
  Or,
  And,
  Xor,
};

/// How often the branches around code let it run.
enum class BranchFrequency : std::uint8_t {
  Usual,
  Latched, ///< a write guarded by a test that its object lacks the value: `if (v > max) max = v`
  Seldom,  ///< in handlers, in branches marked unlikely or ending in an error, counting errors
};

/// A number that may be a thread's own, and that the function does not change.
struct FactNumber {
  FactIndex index; ///< ThreadId, SpawnLoop, Ticket, Parameter or Member
  /// Of a Member, and of a number behind a pointer parameter: the number as it is reached, from a
  /// parameter or the method's object. No root for others.
  Designator object;
  bool operator==(const FactNumber &) const = default;
};

/// What branches around code require of a number, where their conditions depend on it and on
/// constants only.
struct FactGuard {
  FactNumber number;
  std::uint64_t values = 0; ///< bit n, of the first `kGuardedValues`: the code runs if it is n
  bool operator==(const FactGuard &) const = default;
};
inline constexpr std::uint32_t kGuardedValues = 64;

/// What code waits for where the processor does other work meanwhile. Not for locks: that wait is
/// over when the holder has done its work.
enum class Wait : std::uint8_t {
  None,
  Event, ///< until something comes
  Time,  ///< for some time at least
};

struct FactWait {
  Wait what = Wait::None;
  std::uint32_t period = 0; ///< Time: microseconds; 0 = not constant
  bool operator==(const FactWait &) const = default;
};

/// A loop, with what each of its iterations comes by before the next one begins. The first of a
/// function's loops is no loop but its body, with what each run of it comes by before it returns.
struct FactLoop {
  std::uint32_t parent = 0;             ///< position of the loop around it; 0 = none
  std::uint32_t iterations = 0;         ///< 0 = not known
  bool passed = false;                  ///< each iteration of the loop around it comes by this loop
  FactWait wait;                        ///< the longest in a function that the facts do not have
  RareList<FunctionIndex> passed_calls; ///< whom else it calls; each once
  bool operator==(const FactLoop &) const = default;
};

struct FactAccess {
  Designator what;
  Op op = Op::Read;
  bool atomic = false;       ///< through std::atomic, an atomic builtin, or a lock's own operation
  bool acquire_lock = false; ///< locks or unlocks a lock, or waits on a condition
  bool bulk = false;         ///< memset, memcpy, fill, fread, assignment of a whole object
  Accumulation accumulates = Accumulation::None; ///< of a ReadModifyWrite; see Accumulation
  /// It is in a loop, and as far as the function shows each iteration of the innermost one accesses
  /// the same object.
  bool same_object = false;
  BranchFrequency frequency = BranchFrequency::Usual;
  bool one_thread = false;      ///< under `if (tid == 0)`, `omp master`, `omp single`
  RareList<FactGuard> guards;   ///< all hold where it runs
  std::uint32_t loop_depth = 0; ///< serial loops around it within its function
  std::uint32_t iterations = 0; ///< product over these loops if all are constant; 0 = unknown
  std::uint32_t loop = 0;       ///< position of the innermost in the function's `loops`; 0 = none
  FactPlace place;
  RareList<std::uint32_t> held; ///< positions in the function's `locks`
  Rare<FactIndex> value;        ///< Write: where the stored number comes from
  Boxed<Designator> stored;     ///< Write of a pointer: what is stored, if known
  bool operator==(const FactAccess &) const = default;
};

struct FactArgument {
  Designator what;       ///< for pointers, references and records
  Rare<FactIndex> value; ///< for numbers, and for the address of a local number with one value
  Boxed<FactNumber> number = {}; ///< if the value is `factor * number + offset`
  std::uint32_t factor = 1, offset = 0;
  bool operator==(const FactArgument &) const = default;
};

struct FactCall {
  FunctionIndex callee;
  BranchFrequency frequency = BranchFrequency::Usual;
  bool one_thread = false;
  Boxed<Designator> object; ///< the object that a method is called on
  std::vector<FactArgument> arguments;
  RareList<FactGuard> guards;
  std::uint32_t loop_depth = 0;
  std::uint32_t iterations = 0;
  std::uint32_t loop = 0;
  FactPlace place;
  RareList<std::uint32_t> held;
  bool operator==(const FactCall &) const = default;
};

/// What runs the code that is started, and whether the starter waits for its end.
enum class StartKind : std::uint8_t {
  Thread,    ///< a thread, or a task: the starter goes on meanwhile
  Algorithm, ///< a parallel algorithm, for whose end the starter waits
  Region,    ///< an OpenMP construct, at whose end all wait
  Section,   ///< the same, of sections, each of which one thread runs
  OmpTask,   ///< an OpenMP task: the starter goes on
};

/// A place where another thread (or task) begins to run `entry`.
struct FactStart {
  FunctionIndex entry;
  Boxed<Designator> object;            ///< if the entry is a method: its object
  std::vector<FactArgument> arguments; ///< in the order of the entry's parameters
  std::string how;                     ///< `pthread_create`, `std::thread`, `omp parallel`, …
  StartKind kind = StartKind::Thread;
  bool many = false; ///< starts several: in a loop, or by its kind (parallel regions, parallel_for)
  /// A new thread runs the entry once. Not for tasks, of which one thread may run several.
  bool own_thread = false;
  FactPlace place;
  /// The starting thread waits for all that it has started.
  [[nodiscard]] bool waits() const {
    return kind != StartKind::Thread && kind != StartKind::OmpTask;
  }
  bool operator==(const FactStart &) const = default;
};

enum class AllocationKind : std::uint8_t {
  Malloc,
  Calloc,
  Aligned,
  New,
  Container,
  Map,
  NodeBound
};

/// A call of malloc or calloc that a tool may turn into one that aligns: no macro wrote it, the
/// language has such a function, and the size asked for follows the element's by `sizeof`.
struct FactAllocatorCall {
  FactPlace name, name_end; ///< the callee's name with its qualifiers; unknown = leave it alone
  FactPlace arguments;      ///< right behind the opening parenthesis
  FactPlace end;            ///< the closing parenthesis
  std::string aligning;     ///< `aligned_alloc`, as it is to be spelled there
  bool follows = false;     ///< the size grows with the element's record
  bool whole = false;       ///< the size is a whole number of such elements
  /// The start of a line above the function around, where another function may stand; unknown = in
  /// a class or a header. Known of each calloc.
  FactPlace above;
  /// Calloc only: the start of a line where `#include <string.h>` may stand; unknown = `memset` is
  /// declared.
  FactPlace include;
  bool operator==(const FactAllocatorCall &) const = default;
};

struct FactAllocation {
  Designator target; ///< the pointer or container that holds the memory
  AllocationKind kind = AllocationKind::Malloc;
  bool touches = false;             ///< writes the memory: value-initialises, fills, copies
  std::optional<TypeIndex> element; ///< the type, if known
  std::uint64_t bytes = 0;          ///< size of the whole block; 0 = unknown
  std::string count;                ///< number of elements (or bytes) as written
  /// The numbers that are multiplied there, or given as arguments of their own; sizes of types do
  /// not count.
  std::uint32_t terms = 0;
  bool sum = false;            ///< a sum is written there; with calloc, as the size of an element
  bool moves = false;          ///< resizes a block, which may then lie elsewhere: `realloc`
  bool maps_file = false;      ///< maps a file or object, which other programs may map, too
  bool for_process = false;    ///< sets the policy of all memory that the process gets from then on
  std::uint64_t alignment = 0; ///< bytes, as the allocator guarantees; 0 = unknown
  std::string how;             ///< `malloc`, `new T[n]()`, `std::vector(n)`, …
  /// The function that was called, if it is not known by its name: an allocator of the project.
  std::optional<FunctionIndex> wrapper;
  FactAllocatorCall call;
  std::uint32_t loop_depth = 0;
  FactPlace place;
  bool operator==(const FactAllocation &) const = default;
};

/// A loop, or the outermost of several, in which a function changes a number by accumulations, and
/// the edit that has it gather them in a local and apply them once after the loop. Whether other
/// threads can tell is not part of it.
struct FactSum {
  Designator what;              ///< the number, as the loop reaches it
  std::string key;              ///< of the number's declaration
  std::vector<std::string> way; ///< of the variables and members whose values lead to it
  Accumulation how = Accumulation::None;
  FactPlace loop; ///< where the loop begins
  /// The loop calls functions, beside atomic operations and the like.
  bool calls = false;
  bool throws = false;  ///< one of these calls may leave the loop by an exception
  std::string obstacle; ///< why there is no edit, as a clause; empty = there is one
  /// The local's declaration, the changes in the loop, and the one after it; by place. None with an
  /// obstacle.
  std::vector<FactEdit> edits;
  bool operator==(const FactSum &) const = default;
};

enum class FunctionKind : std::uint8_t {
  Function,
  Constructor,
  Destructor,
  /// Its body is a function of its own; the enclosing locals that it uses have Root::Variable.
  Lambda,
  ParallelRegion, ///< `#pragma omp parallel`, `task`, …: likewise
};

struct FactFunction {
  std::string key;
  std::string name; ///< qualified
  FactPlace place;
  FunctionKind kind = FunctionKind::Function;
  bool defined = false;
  bool internal = false; ///< internal linkage or private: no caller outside the facts
  bool fences = false;   ///< memory barriers or atomic operations in its body
  bool catches = false;  ///< it handles exceptions
  /// It calls what leaves functions other than by their return and by exceptions: longjmp,
  /// pthread_exit, pthread_cancel.
  bool unwinds = false;
  bool detaches = false;                ///< it lets threads run that nobody waits for
  bool joins = false;                   ///< by its name, it waits for the end of threads
  std::optional<FunctionIndex> parent;  ///< the function around a Lambda or ParallelRegion
  std::optional<RecordIndex> method_of; ///< the record of a method
  RareList<FunctionIndex> overrides;    ///< virtual methods it overrides
  RareList<Designator> locks;           ///< the locks taken in it
  std::vector<FactLoop> loops;          ///< its body, and its loops, outer ones first
  std::vector<FactAccess> accesses;
  std::vector<FactCall> calls;
  RareList<FactStart> starts;
  RareList<FactAllocation> allocations;
  RareList<FactSum> sums;
  bool operator==(const FactFunction &) const = default;
};

} // namespace fsfind
