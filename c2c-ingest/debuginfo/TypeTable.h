#pragma once

#include "c2c-ingest/debuginfo/FunctionInfo.h"
#include "c2c-ingest/debuginfo/TypeDescent.h"

#include <map>
#include <string>
#include <vector>

#include <tsl/robin_map.h>

namespace fsfind::debuginfo {

/// Types by number, for the analysis of addresses. Typedefs and qualifiers are looked through.
class TypeTable {
public:
  TypeTable(DwarfUnits &units, Names &names, Types &types);

  TypeId idOf(Dwarf_Die type);

  /// Bytes; 0 = unknown (void, incomplete types).
  std::uint64_t size(TypeId type);
  /// As the author writes it.
  const std::string &name(TypeId type);
  /// What tells the type from others of its name: where the types without a name are declared that
  /// it points to or has as template arguments, as `std::tuple<main()::<lambda()> >`. Empty for
  /// most types.
  const std::string &distinction(TypeId type);
  bool isRecord(TypeId type);
  /// A record of the language's library (std::atomic, Arc, sync.Mutex): an answer only if there is
  /// no author's type.
  bool isLibrary(TypeId type);
  /// The type that a pointer or reference points to, or one that is the only content of a record
  /// (std::unique_ptr, NonNull). Nothing for void and functions.
  std::optional<TypeId> pointee(TypeId type);
  /// What the pointer at `offset` leads to; nothing if no pointer is there. Rust's RawVec<T> keeps
  /// its elements behind a pointer to bytes: these are of type T.
  std::optional<TypeId> pointeeAt(TypeId type, std::uint64_t offset);
  struct Element {
    TypeId type;
    std::uint64_t count = 0; ///< of all dimensions together; 0 = unknown
  };
  /// The element of an array (all dimensions flattened) or std::array; nothing for other types.
  std::optional<Element> element(TypeId type);
  /// The scalar (pointer, number) that begins at `offset`, through records, bases and arrays;
  /// nothing if the alternatives of a union differ.
  std::optional<TypeId> scalarAt(TypeId type, std::uint64_t offset);
  /// Every subobject of the type that begins exactly at `offset`, outermost first: bases, members,
  /// array elements, and at offset 0 the type itself. All alternatives of unions.
  std::vector<TypeId> subobjectsAt(TypeId type, std::uint64_t offset);
  /// An array inside the type that covers `offset`, the outermost whose element size divides
  /// `stride`.
  struct ArrayAt {
    std::uint64_t begin = 0; ///< offset of its first byte
    std::uint64_t count = 0; ///< 0 = open-ended
    TypeId element;
  };
  std::optional<ArrayAt> arrayAt(TypeId type, std::uint64_t offset, std::uint64_t stride);
  /// True for a library's record around an object of the author's: a container's node, the block
  /// that holds a shared object and its counts.
  bool isWrapper(TypeId type);
  struct Held {
    TypeId type;
    std::uint64_t begin = 0; ///< offset of its first byte
  };
  /// The object that a wrapper holds at the offset; nothing for the wrapper's own links and counts.
  std::optional<Held> heldAt(TypeId type, std::uint64_t offset);
  /// Member path and declaration of an offset; see TypeDescent.
  MemberAt memberAt(TypeId type, std::uint64_t offset, std::uint64_t access_size = 0);
  RecordInfo recordInfo(TypeId type);
  Place declared(TypeId type);

private:
  struct Entry {
    Dwarf_Die die;   ///< without typedefs and qualifiers
    Dwarf_Die named; ///< entry with the name: the typedef of an unnamed record
    std::string name;
    std::string distinction;
    std::uint64_t size = 0;
    bool record = false, library = false;
    bool components_known = false;
    std::vector<Component> components;
  };
  struct Budget;

  Entry &entry(TypeId type) { return entries_[type.value()]; }
  const std::string &namelessArguments(Dwarf_Die record, int depth);
  void addNamelessIn(Dwarf_Die type, int depth, std::string &text);
  void addNameless(Dwarf_Die of, int depth, std::string &text);
  const std::vector<Component> &components(TypeId type);
  std::optional<TypeId> erasedElement(TypeId type, std::uint64_t offset);
  bool stepInto(Held &held, std::uint64_t offset);
  std::optional<ArrayType> arrayIn(Dwarf_Die type);
  std::optional<TypeId> scalarAt(TypeId type, std::uint64_t offset, Budget &budget);
  std::optional<TypeId> scalarInRecord(TypeId type, std::uint64_t offset, Budget &budget);
  void collectSubobjects(TypeId type, std::uint64_t offset, Budget &budget,
                         std::vector<TypeId> &found);
  std::optional<ArrayAt> arrayAt(TypeId type, std::uint64_t offset, std::uint64_t stride,
                                 Budget &budget);

  DwarfUnits &units_;
  Names &names_;
  Types &types_;
  std::vector<Entry> entries_;
  tsl::robin_map<const void *, TypeId> by_die_;
  tsl::robin_map<std::string, TypeId> by_identity_;
  std::map<const void *, std::string> nameless_arguments_; ///< by a record's entry
};

} // namespace fsfind::debuginfo
