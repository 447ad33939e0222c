#pragma once

#include "rules/model/Index.h"
#include "rules/model/Profile.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Facts: what the sources say, of one translation unit or of many merged. The analyzer fills them,
/// rules read them; they know nothing of clang. Tables refer to one another by index; an entity's
/// `key` (clang's USR) is what makes it the same entity in another unit.
namespace fsfind {

/// Number of the facts' shape; files of another number are refused.
inline constexpr std::uint32_t kFactsVersion = 5;

using FileIndex = Index<struct FactFileTag>;
using TypeIndex = Index<struct FactTypeTag>;
using RecordIndex = Index<struct FactRecordTag>;
using VariableIndex = Index<struct FactVariableTag>;
using FunctionIndex = Index<struct FactFunctionTag>;

/// A place in a file of the table; line and column are 1-based (columns count bytes), 0 = unknown.
struct FactPlace {
  FileIndex file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const FactPlace &) const = default;
  [[nodiscard]] bool known() const { return line != 0; }
};

struct FactFile {
  std::string path;          ///< absolute
  std::uint64_t content = 0; ///< contentHash() of the bytes that places are of; 0 = not known, or
                             ///< units read different ones
  bool operator==(const FactFile &) const = default;
};

enum class TypeClass : std::uint8_t {
  Plain,     ///< scalars and whatever needs no words here
  Record,    ///< struct, class, union: `record`
  Array,     ///< C array or std::array: `element`, `elements`, `extent`
  Pointer,   ///< pointer or reference, unique_ptr<T> and shared_ptr<T> too: `element`
  Container, ///< elements back to back on the heap (vector, unique_ptr<T[]>, span): `element`
  Atomic,    ///< std::atomic, _Atomic, wrappers of one scalar for atomic access; of pointers:
             ///< `element`
  Lock,      ///< mutex, spinlock, rwlock, semaphore
  Condition, ///< condition variable, latch, barrier
  Thread,    ///< thread handle
};

struct FactType {
  TypeClass kind = TypeClass::Plain;
  std::string text; ///< as the author would write it
  bool constant = false;
  bool is_volatile = false;
  std::uint64_t size = 0;  ///< bytes; 0 = unknown
  std::uint64_t align = 0; ///< bytes
  std::optional<RecordIndex> record;
  std::optional<TypeIndex> element;
  std::uint64_t elements = 0; ///< of an Array; 0 = unknown
  std::string extent;         ///< an Array's bound as written (`MAX_THREADS`, `2 * N`)
  /// Of a Container: elements are value-initialised when it is sized (false: an allocator that
  /// leaves them untouched).
  bool fills = false;
  bool operator==(const FactType &) const = default;
};

struct FactMember {
  std::string name; ///< empty: anonymous record, whose members are reached through it
  FactPlace place;
  TypeIndex type;
  std::uint64_t offset = 0;         ///< bytes from the record's begin
  std::uint64_t size = 0;           ///< bytes
  std::uint64_t declared_align = 0; ///< alignas/aligned on the member; 0 = none
  bool base = false;                ///< a base class subobject, not a member
  bool bit_field = false;
  bool padding = false;   ///< made to keep others apart: by name (pad, reserved) and never used
  std::string guarded_by; ///< of GUARDED_BY and the like; empty = none
  /// Begin of its declaration, if an alignment may be written there; else unknown: it shares the
  /// declaration with others, a macro wrote it, or the record is not `alignable`.
  FactPlace declaration;
  /// Whole lines of the declaration as written, with the comments that belong to it, the first of
  /// them `first_line` of the file it is in; empty: it shares lines with others, or must not be
  /// moved by a tool because of what stands around it.
  std::string lines;
  std::uint32_t first_line = 0;
  /// Its place among other such members matters to how objects are constructed and destroyed.
  bool ordered = false;
  bool operator==(const FactMember &) const = default;
};

/// What else than the declaration counts on the order of a record's members.
struct FactOrderUses {
  bool positions = false;  ///< initial values by position; structured bindings
  bool offsets = false;    ///< offsetof
  bool casts = false;      ///< pointers to it are made of others, or others of them
  bool bytes = false;      ///< handed on with its size, as to fwrite
  bool access = false;     ///< members of different access
  bool directives = false; ///< of the preprocessor, among its members
  bool operator==(const FactOrderUses &) const = default;
};

/// What counts on how large a record's objects are and where they lie.
struct FactObjects {
  bool sizes = false;   ///< its size or alignment is part of what is not a call's argument
  bool storage = false; ///< made in storage that neither a declaration nor `new` gives
  bool heap = false;    ///< made by `new`, or by the library for its containers and pointers
  bool operator==(const FactObjects &) const = default;
};

/// The project's own name for the cacheline's size.
struct FactConstant {
  std::string name; ///< as it can be written at the place in question; empty = none is visible
  std::uint64_t value = 0;
  bool operator==(const FactConstant &) const = default;
};

struct FactRecord {
  std::string key;
  std::string name;    ///< qualified, with template arguments
  std::string pattern; ///< key of the template it is an instance of; empty = none
  FactPlace place;     ///< of its name (of the keyword if it has none)
  std::uint64_t size = 0;
  std::uint64_t align = 0;
  std::uint64_t declared_align = 0; ///< alignas/aligned on the record; 0 = none
  /// An alignment that was written but does not hold for this type: the macro expands to nothing,
  /// the attribute is misplaced and ignored, or went to a variable instead. As written; empty =
  /// none.
  std::string lost_alignment;
  /// The declared alignment is the constructive interference size (a constant to keep together).
  bool constructive = false;
  bool is_union = false;
  bool packed = false;
  bool polymorphic = false;
  /// An alignment may be written in it: the author wrote the record out, in a language that has
  /// alignment, and promised its layout to nobody (packed, extern "C", its size asserted).
  bool alignable = false;
  /// Of C++: where an alignment of the whole may be written, before its name as it is written
  /// there; unknown if it has none, or is not `alignable`.
  FactPlace head;
  FactConstant constant; ///< in it and at its head
  FactOrderUses order_uses;
  FactObjects objects;
  std::vector<FactMember> members; ///< by offset; bases first
  bool operator==(const FactRecord &) const = default;
};

/// Orders of variables from here on: they lie in a section that the author chose, far from others.
inline constexpr std::uint32_t kChosenSection = 1U << 31;

enum class Storage : std::uint8_t { Global, Static, Local, ThreadLocal };

struct FactVariable {
  std::string key;
  std::string name; ///< qualified
  FactPlace place;
  TypeIndex type;
  Storage storage = Storage::Global;
  bool defined = false;             ///< seen as a definition, not only `extern`
  bool initialised = false;         ///< with a value other than zeros (lies in .data, not .bss)
  std::uint64_t declared_align = 0; ///< 0 = none
  std::uint32_t unit = 0;           ///< that defines it (Facts::units)
  std::uint32_t order = 0;          ///< of its definition in that unit (kChosenSection)
  std::optional<FunctionIndex> function; ///< that a local (or local static) belongs to
  bool captured = false; ///< a local used by a lambda or parallel region, or its address passed on
  /// Of a parameter of `function` that a lambda or region in it captures: 0-based position.
  std::optional<std::uint32_t> parameter;
  /// Begin of its definition, if an alignment may be written there; else unknown: it shares the
  /// declaration with others, a macro wrote it, or it is no global or static.
  FactPlace declaration;
  FactConstant constant; ///< where `declaration` is known
  bool operator==(const FactVariable &) const = default;
};

/// Where the number that selects an element (or that is passed or stored) comes from.
enum class Provenance : std::uint8_t {
  Unknown,
  Constant,
  Whole,        ///< all elements: memset, fill, fread
  Loop,         ///< counts a serial loop
  SpawnLoop,    ///< counts a loop that starts threads or tasks
  ParallelLoop, ///< counts a work-shared loop: contiguous parts
  StridedLoop,  ///< counts a loop by a step that is not 1, or from a thread's own begin
  ThreadId,     ///< a call such as omp_get_thread_num(), rte_lcore_id(), sched_getcpu()
  Parameter,    ///< of the function (`number`)
  Member,       ///< of a record (`record`, `member`)
  Ticket,       ///< result of an atomic fetch-and-add
  Hash,         ///< reduced modulo or by a mask: a shard (of `number` - 1 or `record`, if any)
  ThreadHash,   ///< the same of a thread id
};

struct FactIndex {
  Provenance from = Provenance::Unknown;
  /// Parameter: 0-based; Hash of a parameter: 1-based, else 0; Constant: the value if it fits.
  std::uint32_t number = 0;
  /// Elements between one value's and the next value's (`sum[tid * 16]`: 16); 0 = not constant, as
  /// in `tid * chunk`.
  std::uint32_t scale = 1;
  std::uint32_t member = 0; ///< Member, or Hash of one: position in the record
  std::optional<RecordIndex> record;
  std::string text; ///< as written, shortened; names such as `tid` are evidence too
  bool operator==(const FactIndex &) const = default;
};

enum class StepKind : std::uint8_t {
  Deref,  ///< through a pointer, reference or container to its (first) element
  Member, ///< `record`'s member number `member`
  Index,  ///< an element of an array, or after Deref of what the pointer points into
};

struct FactStep {
  StepKind kind = StepKind::Deref;
  RecordIndex record;
  std::uint32_t member = 0;
  FactIndex index;
  bool operator==(const FactStep &) const = default;
};

/// This: the pointer to the object of the method (a Deref follows), also in the lambdas and regions
/// inside that method. A reference counts as a pointer.
enum class Root : std::uint8_t { Unknown, Variable, Parameter, This, Result };

/// An object as an expression reaches it: `q->slots[i].count` is Parameter 0, Deref, Member slots,
/// Index i, Member count. A local pointer with one value is replaced by that value.
struct Designator {
  Root root = Root::Unknown;
  std::uint32_t parameter = 0;           ///< 0-based; of the lambda or function it is used in
  std::optional<VariableIndex> variable; ///< Variable
  std::optional<FunctionIndex> function; ///< Result of a call to it
  std::vector<FactStep> steps;
  bool address_of = false; ///< the value is the address of what the steps lead to
  TypeIndex type;          ///< of what the steps lead to
  bool operator==(const Designator &) const = default;
};

enum class Op : std::uint8_t { Read, Write, ReadModifyWrite };

/// Of an operation whose result nobody uses: many such on one number may be made as one. Not
/// operations that by their memory order tell other threads of other data.
enum class Accumulation : std::uint8_t {
  None,
  Sum, ///< adds or subtracts
  Or,
  And,
  Xor,
};

/// How often the branches around code let it run.
enum class Chance : std::uint8_t {
  Usual,
  Latched, ///< a write under a test that its object has not the value yet: `if (v > max) max = v`
  Seldom,  ///< handlers, branches that are marked unlikely, go to an error's end, or throw
};

struct FactAccess {
  Designator what;
  Op op = Op::Read;
  bool atomic = false;       ///< through std::atomic, an atomic builtin, or a lock's own operation
  bool acquire_lock = false; ///< locks, unlocks or waits on it
  bool bulk = false;         ///< memset, memcpy, fill, fread, assignment of a whole
  Accumulation accumulates = Accumulation::None; ///< ReadModifyWrite
  /// Of one that accumulates in a loop: in each round on the same object, as far as the function
  /// shows.
  bool same_object = false;
  Chance chance = Chance::Usual;
  bool one_thread = false;          ///< under `if (tid == 0)`, `omp master`, `omp single`
  std::uint32_t loop_depth = 0;     ///< serial loops around it within its function
  std::uint32_t iterations = 0;     ///< of these loops together if all are constant; 0 = unknown
  std::vector<std::uint32_t> held;  ///< positions in the function's `locks`
  FactIndex value;                  ///< Write: where the stored number comes from
  std::optional<Designator> stored; ///< Write of a pointer: what is stored, if known
  FactPlace place;
  bool operator==(const FactAccess &) const = default;
};

struct FactArgument {
  Designator what; ///< of pointers, references and records
  FactIndex value; ///< of numbers
  bool operator==(const FactArgument &) const = default;
};

struct FactCall {
  FunctionIndex callee;
  std::optional<Designator> object; ///< that a method is called on
  std::vector<FactArgument> arguments;
  Chance chance = Chance::Usual;
  bool one_thread = false;
  std::uint32_t loop_depth = 0;
  std::uint32_t iterations = 0;
  std::vector<std::uint32_t> held;
  FactPlace place;
  bool operator==(const FactCall &) const = default;
};

/// A place where another thread (or task) begins to run `entry`.
struct FactStart {
  FunctionIndex entry;
  std::optional<Designator> object;    ///< that the entry, a method, runs on
  std::vector<FactArgument> arguments; ///< by the entry's parameters
  std::string how;                     ///< `pthread_create`, `std::thread`, `omp parallel`, …
  bool many = false; ///< in a loop, or by its nature several (parallel regions, parallel_for)
  FactPlace place;
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

struct FactAllocation {
  Designator target; ///< the pointer or container that holds the memory
  AllocationKind kind = AllocationKind::Malloc;
  bool touches = false;             ///< writes the memory: value-initialises, fills, copies
  std::optional<TypeIndex> element; ///< if known
  std::uint64_t bytes = 0;          ///< of all; 0 = unknown
  std::string count;                ///< number of elements (or bytes) as written
  std::uint64_t alignment = 0;      ///< that the allocator guarantees
  std::string how;                  ///< `malloc`, `new T[n]()`, `std::vector(n)`, …
  std::uint32_t loop_depth = 0;
  FactPlace place;
  bool operator==(const FactAllocation &) const = default;
};

enum class FunctionKind : std::uint8_t {
  Function,
  Constructor,
  Destructor,
  Lambda,         ///< its body is a function of its own; locals around it are Variables
  ParallelRegion, ///< `#pragma omp parallel`, `task`, …: likewise
};

struct FactFunction {
  std::string key;
  std::string name; ///< qualified
  FactPlace place;
  FunctionKind kind = FunctionKind::Function;
  bool defined = false;
  bool internal = false;               ///< internal linkage or private: no caller outside the facts
  bool fences = false;                 ///< memory barriers or atomic operations in its body
  std::optional<FunctionIndex> parent; ///< around a Lambda or ParallelRegion
  std::optional<RecordIndex> method_of; ///< the record of a method
  std::vector<FunctionIndex> overrides; ///< virtual methods it overrides
  std::vector<Designator> locks;        ///< taken in it
  std::vector<FactAccess> accesses;
  std::vector<FactCall> calls;
  std::vector<FactStart> starts;
  std::vector<FactAllocation> allocations;
  bool operator==(const FactFunction &) const = default;
};

struct FactUnit {
  std::string file;
  std::string triple;                         ///< target
  std::uint32_t line_size = kDefaultLineSize; ///< the target's destructive interference size
  bool cplusplus = false;
  bool aligned_new = false; ///< `new` honours over-aligned types (C++17, -faligned-new)
  std::uint32_t errors = 0; ///< clang's, while parsing: facts may be incomplete
  bool operator==(const FactUnit &) const = default;
};

struct Facts {
  std::uint32_t version = kFactsVersion;
  std::vector<FactUnit> units;
  std::vector<FactFile> files;
  std::vector<FactType> types;
  std::vector<FactRecord> records;
  std::vector<FactVariable> variables;
  std::vector<FactFunction> functions;
  std::vector<std::string> cacheline_constants; ///< the project's own: macros and constants
  /// Files of the project that units of each language read, sorted.
  std::vector<std::string> c_files, cplusplus_files;

  [[nodiscard]] const FactType &type(TypeIndex at) const { return types[at.value()]; }
  [[nodiscard]] const FactRecord &record(RecordIndex at) const { return records[at.value()]; }
  [[nodiscard]] const FactVariable &variable(VariableIndex at) const {
    return variables[at.value()];
  }
  [[nodiscard]] const FactFunction &function(FunctionIndex at) const {
    return functions[at.value()];
  }
  [[nodiscard]] std::vector<std::string> paths() const {
    std::vector<std::string> all;
    for (const FactFile &file : files)
      all.push_back(file.path);
    return all;
  }
  [[nodiscard]] Place place(FactPlace at) const {
    if (!at.known())
      return {};
    return {files[at.file.value()].path, at.line, at.column};
  }
};

} // namespace fsfind
