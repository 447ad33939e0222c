#pragma once

#include "rules/model/Index.h"
#include "rules/model/Profile.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The part of the facts about declarations: files, types, records and variables.
namespace fsfind {

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

/// What a declaration of several, `static long a, b;`, says to each of them, so that each can be
/// given a declaration of its own. Only where this is simple: no pointers, no macros.
struct FactSharedDeclaration {
  FactPlace begin;        ///< of the whole declaration; unknown = it declares one only
  FactPlace comma;        ///< the comma before this one; unknown = it is the first
  std::string specifiers; ///< `static long `
  std::string separator;  ///< what parts two declarations there: `;`, a new line and its indent
  bool operator==(const FactSharedDeclaration &) const = default;
};

struct FactMember {
  std::string name; ///< empty for an anonymous record
  FactPlace place;
  TypeIndex type;
  std::uint64_t offset = 0; ///< bytes from the start of the record
  std::uint64_t size = 0;   ///< bytes
  /// alignas/aligned on the member, or in it if it is an anonymous record; 0 = none
  std::uint64_t declared_align = 0;
  bool base = false; ///< a base class subobject, not a member
  bool bit_field = false;
  /// Separates other members, by its name (`pad`, `reserved`); never a record.
  bool padding = false;
  std::string guarded_by; ///< of GUARDED_BY and the like; empty = none
  /// Start of its declaration, where an alignment may be inserted; if it is not the first of a
  /// shared declaration, its name. Unknown if a macro wrote it, if it shares its declaration with
  /// others in a way that is not simple, if it is an anonymous record in C++, or if the record is
  /// neither `alignable` nor an anonymous union.
  FactPlace declaration;
  FactSharedDeclaration shared;
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

/// The name of the member that the compiler adds in front of a class with virtual functions, unless
/// a base has it already (Itanium C++ ABI, 2.4). It has no place.
inline constexpr const char *kVtablePointer = "vtable pointer";

/// Whether the record has it without a declaration of its own. These come first.
[[nodiscard]] inline bool isImplicit(const FactMember &member) {
  return member.base || member.name == kVtablePointer;
}

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
  /// Of such memory some comes from a call that is not told the record's size, so perhaps from
  /// blocks of another size. Only with `storage`.
  bool unsized = false;
  /// Objects are made by `new`, or by the standard library (containers, make_unique).
  bool heap = false;
  bool operator==(const FactObjects &) const = default;
};

/// The project's own way of writing an alignment to a cacheline, as the place of its use needs it.
struct FactConstant {
  std::string name; ///< a constant; empty = none is visible there
  std::uint64_t value = 0;
  std::string attribute =
      {}; ///< what aligns a declaration to `value`: `CACHE_ALIGNED`; empty = none
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
  bool has_private = false; ///< one of its own members is private
  /// Alignments may be inserted: the author wrote the record out, the language has alignment, and
  /// nothing in the unit fixes its layout (it is no union, not packed, its size is not asserted).
  bool alignable = false;
  /// The place right before its name, or before the brace if it has none, where an alignment of the
  /// record may be inserted, in C as an attribute; unknown if it is not `alignable`.
  FactPlace head;
  /// The place right behind the declaration of its last member, where another may be declared;
  /// unknown if it is not `alignable`, or if a macro wrote it.
  FactPlace tail;
  FactConstant constant; ///< visible in the record and at `head`
  FactOrderUses order_uses;
  FactObjects objects;
  bool c_linkage = false; ///< declared in `extern "C"`
  /// Keys of functions that are declared there, and take or return it or a pointer to it; sorted.
  std::vector<std::string> c_functions;
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
  /// Number of its definition in that unit, ascending; of a local only if it is `captured`, or
  /// its address is passed to a function. See kChosenSection.
  std::uint32_t order = 0;
  std::optional<FunctionIndex> function; ///< the function of a local or local static
  /// A local that a lambda or parallel region uses, or whose address is stored or passed to a
  /// thread.
  bool captured = false;
  /// If it is a parameter of `function` that a lambda or region inside captures: its 0-based
  /// position.
  std::optional<std::uint32_t> parameter;
  /// As FactMember::declaration, of its definition. Unknown for locals without an `order`.
  FactPlace declaration;
  FactSharedDeclaration shared;
  FactConstant constant; ///< visible at `declaration`
  bool operator==(const FactVariable &) const = default;
};

/// `text` replaces the source from `begin` up to, but not including, `end`.
struct FactEdit {
  FactPlace begin, end;
  std::string text;
  auto operator<=>(const FactEdit &) const = default;
};

/// An array, container or pointer that the author declared, whose elements are numbers, pointers,
/// atomics or locks, and all code that names it: what it takes to wrap each element in a record of
/// its own. Only those are noted of which some element may be chosen by a number that is not
/// constant.
///
/// Or (with a `base`) the name `Cell` of `using Cell = std::atomic<long>;` that the elements of
/// such arrays have: what it takes to make a record of it that derives from the class. An edit
/// without text, which begins at `head`, is the declaration.
struct FactSlots {
  std::string key;
  std::string alias;   ///< of an array: the key of its elements' name; empty = there is none
  std::string base;    ///< of a name: the class, as written; empty = it is an array
  FactPlace place;     ///< of its definition's name; unknown if only declared
  std::string wrapper; ///< a name for the record that is free in the unit
  /// The declaration of the record's member, `volatile long value`; of a name what stands in the
  /// record's braces.
  std::string value;
  /// A template declares it: this is what its instances have in common, in all units.
  bool templated = false;
  /// The element's types, without qualifiers and aliases, sorted; several only of a template.
  std::vector<std::string> types;
  std::uint64_t size = 0;     ///< bytes of an element; the largest
  std::uint64_t align = 0;    ///< bytes, of an element's type; the smallest
  std::uint64_t elements = 0; ///< number of them; 0 = unknown; the most
  /// How many arrays the declaration declares, `long a[8], b[8];`: they have the same `head`, and
  /// the same record.
  std::uint32_t together = 1;
  /// Where the record can be defined: in C++ before this place, in C by the edit that begins here
  /// and writes the record's name.
  FactPlace head;
  std::string indent; ///< the white space before the declaration
  /// Where a record can be defined outside of the function or record that has the first declaration
  /// in it, and the namespace there, `app::`.
  FactPlace top;
  std::string space;
  /// A parameter or reference: it has no elements of its own, and no `value`.
  bool view = false;
  bool filled = false;  ///< it has elements that nobody hands it: it holds or allocates them
  bool counted = false; ///< a pointer from which code goes to other elements than the first
  bool aligned = false; ///< the memory keeps an alignment of the record
  /// Code keeps or passes on a pointer or reference to an element, which is harmless as long as
  /// nobody counts from there to other elements. Of a name: pointers of a type that is not it.
  bool addressed = false;
  std::string obstacle; ///< why the elements cannot be wrapped, as a clause; empty = they can
  std::vector<FactEdit> edits; ///< of the declaration and all uses, sorted; none with an obstacle
  /// Keys of those that hand it their elements, sorted: the elements of both are wrapped in one
  /// record, or none are.
  std::vector<std::string> given_by;
  bool operator==(const FactSlots &) const = default;
};

} // namespace fsfind
