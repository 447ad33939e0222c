#pragma once

#include "c2c-ingest/debuginfo/Types.h"
#include "rules/model/TypeLayout.h"
#include "rules/model/WantedName.h"

#include <set>
#include <unordered_map>

namespace fsfind::debuginfo {

/// What a search for a name has found.
struct RecordsFound {
  std::vector<TypeLayout> layouts; ///< each once, in the order of the units
  std::set<std::string> names;     ///< of all records with a name, as their entries have it
};

/// Finds records by the names that their authors give them, in any of DWARF's languages.
class RecordSearch {
public:
  RecordSearch(DwarfUnits &units, Names &names, Types &types)
      : units_(units), names_(names), types_(types) {}

  /// Records that are called so (WantedName), and unnamed ones that a typedef calls so.
  RecordsFound find(const std::string &wanted);

private:
  void search(Dwarf_Die parent, const WantedName &wanted, int depth, RecordsFound &found);
  void consider(Dwarf_Die die, const WantedName &wanted, RecordsFound &found);
  TypeLayout layoutOf(Dwarf_Die named, Dwarf_Die record, const std::string &name);
  struct Place;
  void addMembers(Dwarf_Die record, const Place &place, TypeLayout &layout);
  void addMember(const Component &component, Dwarf_Die record, const Place &place,
                 TypeLayout &layout);
  bool isOpen(Dwarf_Die type);

  std::size_t steps_ = 0;                       ///< members looked at for the present layout
  std::unordered_map<const void *, bool> open_; ///< by entry, what isOpen() says
  DwarfUnits &units_;
  Names &names_;
  Types &types_;
};

} // namespace fsfind::debuginfo
