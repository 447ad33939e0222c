#pragma once

#include "c2c-ingest/debuginfo/Names.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fsfind::debuginfo {

/// An array type. `counts` has a number per dimension, outermost first; 0 = unknown.
struct ArrayType {
  Dwarf_Die element;
  std::uint64_t element_size = 0;
  std::vector<std::uint64_t> counts;
};

/// A member or base class of a record.
struct Component {
  Dwarf_Die die;
  std::optional<Dwarf_Die> type;
  std::uint64_t offset = 0; ///< bytes from the record's start
  std::uint64_t size = 0;   ///< bytes; for a bit-field those it touches; 0 = unknown
  bool base = false;
  bool variant = false; ///< one of several that share the place (Rust's enums)
};

/// Questions about types as DWARF describes them, in any of its languages and versions.
class Types {
public:
  Types(DwarfUnits &units, Names &names) : units_(units), names_(names) {}

  /// The entry's DW_AT_type, or that of the declaration which it defines.
  std::optional<Dwarf_Die> typeOf(Dwarf_Die die);
  /// Without typedefs and qualifiers; a declared record's definition if there is one.
  Dwarf_Die bare(Dwarf_Die type);
  /// Bytes; 0 = unknown.
  std::uint64_t sizeOf(Dwarf_Die type);
  std::optional<ArrayType> arrayOf(Dwarf_Die type);
  /// What std::array holds, as an array.
  std::optional<ArrayType> wrappedArrayOf(Dwarf_Die type);
  /// Those of a record; references stay valid.
  const std::vector<Component> &componentsOf(Dwarf_Die type);
  /// The members of all alternatives of a record's DW_TAG_variant_part.
  const std::vector<Component> &variantsOf(Dwarf_Die type);
  /// The innermost typedef of a type, which names it if it has no name itself.
  std::optional<Dwarf_Die> innermostTypedef(Dwarf_Die type);
  /// As the author names it: through the typedef for a record without a name, without
  /// const and volatile for records.
  std::string nameOfType(Dwarf_Die type);
  /// The same of a member or variable, but for the author's own names for locks and atomics of
  /// system headers: these are called by what they stand for, which tells what threads do there.
  std::string nameOfDatumType(Dwarf_Die type);
  RecordInfo recordInfo(Dwarf_Die type);
  /// Alignment of the type in bytes; 1 if unknown.
  std::uint64_t alignOf(Dwarf_Die type);

private:
  std::optional<Dwarf_Die> definitionOf(Dwarf_Die declaration);
  const std::map<std::string, Dwarf_Die> &definedAs(std::string_view name);
  void indexRecords();
  std::uint64_t sizeOf(Dwarf_Die type, int depth);
  std::uint64_t alignOf(Dwarf_Die type, int depth);
  std::uint64_t alignAnew(Dwarf_Die type, int depth);
  std::shared_ptr<const RecordMembers> membersOf(Dwarf_Die record);
  std::optional<ArrayType> arrayOf(Dwarf_Die type, int depth);
  std::optional<Component> componentOf(Dwarf_Die die);
  std::optional<Component> virtualBaseOf(Dwarf_Die record, int depth);
  std::optional<std::uint64_t> memberOffset(Dwarf_Die die);

  /// A record that is no declaration.
  struct IndexedRecord {
    std::size_t hash = 0; ///< of its own name
    Dwarf_Die die;
  };

  DwarfUnits &units_;
  Names &names_;
  bool indexed_ = false;
  std::vector<IndexedRecord> records_; ///< of all units, by hash
  std::unordered_map<std::string, std::map<std::string, Dwarf_Die>> defined_; ///< by own name
  tsl::robin_map<const void *, std::optional<Dwarf_Die>> definitions_;
  std::unordered_map<const void *, std::vector<Component>> components_, variants_;
  tsl::robin_map<const void *, std::shared_ptr<const RecordMembers>> members_;
  tsl::robin_map<const void *, std::uint64_t> aligns_;
  tsl::robin_map<const void *, std::optional<Component>> virtual_bases_;
};

} // namespace fsfind::debuginfo
