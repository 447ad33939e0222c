#pragma once

#include "c2c-ingest/debuginfo/RangeList.h"
#include "c2c-ingest/debuginfo/SplitUnits.h"
#include "rules/model/Profile.h"

#include <deque>
#include <map>

#include <tsl/robin_map.h>

namespace fsfind::debuginfo {

/// All units of a module's debug info, and every reference between entries: within a file, to
/// type units, to the full units of split DWARF, to dwz's common file.
class DwarfUnits {
public:
  /// `main`: sections of the linked file or its separate debug file; `alternate`: those of dwz's
  /// common file, may be null.
  DwarfUnits(std::unique_ptr<DwarfImage> main, std::unique_ptr<DwarfImage> alternate,
             SplitUnits split);

  /// Units of the linked file (skeletons for split DWARF).
  [[nodiscard]] const std::vector<Unit *> &all() const { return linked_; }
  /// The unit that describes the program: for a skeleton its full unit, if that was found, else
  /// `unit`.
  Unit &full(Unit &unit);
  /// The unit that holds an entry.
  Unit &unitOf(Dwarf_Die die);
  /// The full unit of the code at an address; null if no unit covers it.
  Unit *unitAt(std::uint64_t svma);
  UnitIndex &indexOf(Unit &unit);

  /// The entry that an attribute refers to; none if it has no such attribute or the entry is not
  /// found.
  std::optional<Dwarf_Die> reference(Dwarf_Die die, unsigned name);
  /// The entry that declares what `die` defines or is a copy of (DW_AT_abstract_origin,
  /// DW_AT_specification, DW_AT_signature for a type described in a type unit), followed to the
  /// end.
  Dwarf_Die origin(Dwarf_Die die);
  /// The first entry on the way to the origin that has the attribute; the origin if none has.
  Dwarf_Die holderOf(Dwarf_Die die, unsigned name);

  /// How many files the unit's line table has.
  static std::size_t fileCount(const Unit &unit);
  /// Path of a file of the unit's line table (DW_AT_decl_file, DW_AT_call_file).
  std::string fileName(Unit &unit, std::uint64_t index);
  /// DW_AT_decl_file, -line and -column.
  Place declarationOf(Dwarf_Die die);

  [[nodiscard]] std::vector<std::string> notes() const { return split_.notes(); }

private:
  Unit &add(const DwarfImage &image, Dwarf_Die die);
  void readAll(const DwarfImage &image);
  void readSkeleton(Unit &unit) const;
  Unit *openFull(Unit &skeleton);
  std::optional<Dwarf_Die> declarationBehind(Dwarf_Die die);
  std::optional<Dwarf_Die> typeBySignature(const Dwarf_Attribute &attribute);
  void indexAddresses();

  std::unique_ptr<DwarfImage> main_, alternate_;
  SplitUnits split_;
  std::deque<Unit> units_;
  std::vector<Unit *> linked_;
  tsl::robin_map<const Dwarf_CU *, Unit *> by_handle_;
  tsl::robin_map<const Unit *, Unit *> full_;
  /// Full units by id, of images that were opened: several skeletons can lead to one.
  std::map<const DwarfImage *, std::map<std::uint64_t, Unit *>> opened_;
  tsl::robin_map<std::uint64_t, std::optional<Dwarf_Die>> types_by_signature_;
  struct UnitRange {
    AddressRange range;
    Unit *unit;
  };
  std::optional<std::vector<UnitRange>> addresses_; ///< sorted
};

} // namespace fsfind::debuginfo
