#include "c2c-ingest/debuginfo/LibraryTypes.h"

#include "rules/model/GoPackages.h"
#include "rules/model/ListedNames.h"

#include <array>

namespace fsfind::debuginfo {

namespace {

constexpr std::array<std::string_view, 3> kRustCrates = {"core", "alloc", "std"};
/// Beginnings of the names of built-in types that Go describes as structures.
constexpr std::array<std::string_view, 7> kGoBuiltIns = {
    "[]", "map[", "chan ", "interface", "map.bucket[", "hash<", "bucket<"};

bool isGoLibraryName(std::string_view name) {
  return name == "string" || startsWithOneOf(name, kGoBuiltIns) || isOfGoPackage(name);
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
