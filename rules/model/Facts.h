#pragma once

#include "rules/model/Index.h"
#include "rules/model/Profile.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Facts: what the sources say, of one translation unit or of many merged ones. The analyzer fills
/// them, rules read them; nothing here depends on clang. Tables refer to one another by index.
/// Entities of different units that have the same `key` (clang's USR) are one entity.
namespace fsfind {

/// Version of the format of facts; files of another version are refused.
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
  std::string path; ///< absolute
  /// contentHash() of the file as it was read; 0 = not known, or units read different contents.
  std::uint64_t content = 0;
  bool operator==(const FactFile &) const = default;
};

enum class TypeClass : std::uint8_t {
  Plain,     ///< scalars, and every type that is none of the others
  Record,    ///< struct, class, union: `record`
  Array,     ///< C array or std::array: `element`, `elements`, `extent`
  Pointer,   ///< pointer or reference, unique_ptr<T> and shared_ptr<T> too: `element`
  Container, ///< contiguous elements elsewhere in memory (vector, unique_ptr<T[]>, span): `element`
  /// std::atomic, _Atomic, wrappers of one scalar for atomic access; if that is a pointer:
  /// `element`
  Atomic,
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
  /// Container only: sizing it value-initialises its elements. False if its allocator leaves them
  /// untouched.
  bool fills = false;
  bool operator==(const FactType &) const = default;
};

struct FactMember {
  std::string name; ///< empty for an anonymous record
  FactPlace place;
  TypeIndex type;
  std::uint64_t offset = 0;         ///< bytes from the start of the record
  std::uint64_t size = 0;           ///< bytes
  std::uint64_t declared_align = 0; ///< alignas/aligned on the member; 0 = none
  bool base = false;                ///< a base class subobject, not a member
  bool bit_field = false;
  /// Separates other members, by its name (`pad`, `reserved`); never a record.
  bool padding = false;
  std::string guarded_by; ///< of GUARDED_BY and the like; empty = none
  /// Start of its declaration, where an alignment may be inserted. Unknown if it shares the
  /// declaration with other members, a macro wrote it, or the record is not `alignable`.
  FactPlace declaration;
  /// The whole lines of its declaration and of the comments that belong to it, as written,
  /// beginning with line `first_line` (1-based). Empty if other code is on these lines, or if what
  /// stands around them forbids a tool to move them.
  std::string lines;
  std::uint32_t first_line = 0;
  /// Its order among the `ordered` members affects construction, destruction or comparison, or one
  /// of their declarations names another.
  bool ordered = false;
  bool operator==(const FactMember &) const = default;
};

/// What depends on the order of a record's members, besides their own declarations.
struct FactOrderUses {
  bool positions = false; ///< code gives or takes values by position: `{1, 2}`, structured bindings
  bool offsets = false;   ///< offsetof of a member
  bool casts = false;     ///< pointers to it are cast to or from pointers to other types
  bool bytes = false;     ///< passed with its size, as to fwrite, or cast to bytes
  bool access = false;    ///< its members differ in access (public, private)
  bool directives = false; ///< preprocessor directives stand among its members
  bool operator==(const FactOrderUses &) const = default;
};

/// What the code assumes about the size of a record's objects, and where it makes them.
struct FactObjects {
  bool sizes = false; ///< sizeof or alignof is taken of it outside the arguments of calls
  /// Objects are made in memory that comes neither from a declaration nor from plain `new`
  bool storage = false;
  /// Objects are made by `new`, or by the standard library (containers, make_unique).
  bool heap = false;
  bool operator==(const FactObjects &) const = default;
};

/// A constant of the project's own with the cacheline's size.
struct FactConstant {
  std::string name; ///< spelled as the place of its use needs it; empty = none is visible there
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
  /// An alignment, as written, that does not apply to this type: its macro expands to nothing, or
  /// the attribute is misplaced and is ignored or applies to a variable instead. Empty = none.
  std::string lost_alignment;
  /// The declared alignment is the constructive interference size, a constant meant to keep data
  /// together.
  bool constructive = false;
  bool is_union = false;
  bool packed = false;
  bool polymorphic = false;
  /// Alignments may be inserted: the author wrote the record out, the language has alignment, and
  /// nothing fixes its layout (it is no union, not packed or extern "C", its size is not asserted).
  bool alignable = false;
  /// C++ only: the place right before its name, where an alignment of the record may be inserted;
  /// unknown if it has no name or is not `alignable`.
  FactPlace head;
  FactConstant constant; ///< visible in the record and at `head`
  FactOrderUses order_uses;
  FactObjects objects;
  std::vector<FactMember> members; ///< by offset; bases first
  bool operator==(const FactRecord &) const = default;
};

/// Added to FactVariable::order if the author chose the variable's section: it does not lie beside
/// variables of the default sections.
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
  std::uint32_t unit = 0;           ///< the unit that defines it: position in Facts::units
  std::uint32_t order = 0; ///< number of its definition in that unit, ascending; see kChosenSection
  std::optional<FunctionIndex> function; ///< the function of a local or local static
  /// A local that a lambda or parallel region uses, or whose address is stored or passed to a
  /// thread.
  bool captured = false;
  /// If it is a parameter of `function` that a lambda or region inside captures: its 0-based
  /// position.
  std::optional<std::uint32_t> parameter;
  /// Start of its definition, where an alignment may be inserted. Unknown if it shares the
  /// declaration with other variables, a macro wrote it, or it is neither global nor static.
  FactPlace declaration;
  FactConstant constant; ///< visible at `declaration`
  bool operator==(const FactVariable &) const = default;
};

/// Where the number that selects an element (or that is passed or stored) comes from.
enum class Provenance : std::uint8_t {
  Unknown,
  Constant,
  Whole,        ///< all elements: memset, fill, fread
  Loop,         ///< counter of a serial loop
  SpawnLoop,    ///< counter of a loop that starts threads or tasks
  ParallelLoop, ///< counter of a work-shared loop: each thread gets a contiguous part
  StridedLoop,  ///< counter of a loop whose step is not 1, or that starts at a thread's own number
  ThreadId,     ///< result of a call such as omp_get_thread_num(), rte_lcore_id(), sched_getcpu()
  Parameter,    ///< the function's parameter `number`
  Member,       ///< member `member` of `record`
  Ticket,       ///< result of an atomic fetch-and-add
  /// Reduced by a modulus, mask or hash: parameter `number` - 1, a member of `record`, or unknown.
  Hash,
  ThreadHash, ///< a thread's number that is reduced so
};

struct FactIndex {
  Provenance from = Provenance::Unknown;
  /// Parameter: its 0-based position. Hash of a parameter: its 1-based position, else 0. Constant:
  /// the value if it fits.
  std::uint32_t number = 0;
  /// Elements that the index advances when the number grows by one: 16 in `sum[tid * 16]`; 0 = not
  /// constant, as in `tid * chunk`.
  std::uint32_t scale = 1;
  std::uint32_t member = 0; ///< for Member, or Hash of one: position in the record
  std::optional<RecordIndex> record;
  std::string text; ///< as written, shortened; names such as `tid` are evidence too
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
  FactIndex index;
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
enum class Chance : std::uint8_t {
  Usual,
  Latched, ///< a write guarded by a test that its object lacks the value: `if (v > max) max = v`
  Seldom,  ///< in handlers, in branches marked unlikely or ending in an error, counting errors
};

struct FactAccess {
  Designator what;
  Op op = Op::Read;
  bool atomic = false;       ///< through std::atomic, an atomic builtin, or a lock's own operation
  bool acquire_lock = false; ///< locks or unlocks a lock, or waits on a condition
  bool bulk = false;         ///< memset, memcpy, fill, fread, assignment of a whole object
  Accumulation accumulates = Accumulation::None; ///< of a ReadModifyWrite; see Accumulation
  /// It accumulates in a loop, and as far as the function shows each iteration changes the same
  /// object.
  bool same_object = false;
  Chance chance = Chance::Usual;
  bool one_thread = false;          ///< under `if (tid == 0)`, `omp master`, `omp single`
  std::uint32_t loop_depth = 0;     ///< serial loops around it within its function
  std::uint32_t iterations = 0;     ///< product over these loops if all are constant; 0 = unknown
  std::vector<std::uint32_t> held;  ///< positions in the function's `locks`
  FactIndex value;                  ///< Write: where the stored number comes from
  std::optional<Designator> stored; ///< Write of a pointer: what is stored, if known
  FactPlace place;
  bool operator==(const FactAccess &) const = default;
};

struct FactArgument {
  Designator what; ///< for pointers, references and records
  FactIndex value; ///< for numbers
  bool operator==(const FactArgument &) const = default;
};

struct FactCall {
  FunctionIndex callee;
  std::optional<Designator> object; ///< the object that a method is called on
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
  std::optional<Designator> object;    ///< if the entry is a method: its object
  std::vector<FactArgument> arguments; ///< in the order of the entry's parameters
  std::string how;                     ///< `pthread_create`, `std::thread`, `omp parallel`, …
  bool many = false; ///< starts several: in a loop, or by its kind (parallel regions, parallel_for)
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
  std::optional<TypeIndex> element; ///< the type, if known
  std::uint64_t bytes = 0;          ///< size of the whole block; 0 = unknown
  std::string count;                ///< number of elements (or bytes) as written
  std::uint64_t alignment = 0;      ///< bytes, as the allocator guarantees; 0 = unknown
  std::string how;                  ///< `malloc`, `new T[n]()`, `std::vector(n)`, …
  std::uint32_t loop_depth = 0;
  FactPlace place;
  bool operator==(const FactAllocation &) const = default;
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
  bool internal = false;               ///< internal linkage or private: no caller outside the facts
  bool fences = false;                 ///< memory barriers or atomic operations in its body
  std::optional<FunctionIndex> parent; ///< the function around a Lambda or ParallelRegion
  std::optional<RecordIndex> method_of; ///< the record of a method
  std::vector<FunctionIndex> overrides; ///< virtual methods it overrides
  std::vector<Designator> locks;        ///< the locks taken in it
  std::vector<FactAccess> accesses;
  std::vector<FactCall> calls;
  std::vector<FactStart> starts;
  std::vector<FactAllocation> allocations;
  bool operator==(const FactFunction &) const = default;
};

struct FactUnit {
  std::string file;
  std::string triple;                         ///< of the target
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
  /// Names of the project's macros and constants for the cacheline's size.
  std::vector<std::string> cacheline_constants;
  /// Paths of the project's files that units in C, and those that units in C++, read; sorted.
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
