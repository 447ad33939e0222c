#include "c2c-ingest/debuginfo/LibraryTypes.h"

#include "rules/model/GoPackages.h"

#include <algorithm>
#include <array>

namespace fsfind::debuginfo {

namespace {

constexpr std::array<std::string_view, 3> kRustCrates = {"core", "alloc", "std"};
/// Beginnings of the names of built-in types that Go describes as structures.
constexpr std::array<std::string_view, 7> kGoBuiltIns = {
    "[]", "map[", "chan ", "interface", "map.bucket[", "hash<", "bucket<"};

template <class List> bool contains(const List &list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool isGoLibraryName(std::string_view name) {
  const bool built_in = name == "string" || std::any_of(kGoBuiltIns.begin(), kGoBuiltIns.end(),
                                                        [&](std::string_view start) {
                                                          return name.starts_with(start);
                                                        });
  if (built_in)
    return true;
  return isOfGoPackage(name);
}

} // namespace

bool isLibraryRecord(DwarfUnits &units, Names &names, Dwarf_Die record) {
  const Unit &unit = units.unitOf(record);
  if (isGo(unit))
    return isGoLibraryName(nameOf(record));
  const std::string space = names.namespaceOf(record);
  if (isRust(unit))
    return contains(kRustCrates, std::string_view(space).substr(0, space.find("::")));
  return isCxxLibraryName(space);
}

} // namespace fsfind::debuginfo
