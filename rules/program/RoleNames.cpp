#include "rules/program/RoleNames.h"

#include "rules/model/TextParts.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fsfind {

namespace {

FactPlace entryPlace(const Facts &facts, const Role &role) {
  return role.entry ? facts.function(*role.entry).place : FactPlace{};
}

/// The line alone tells the places apart: all are in one file, on different lines.
bool areOnOwnLines(const std::set<FactPlace> &places) {
  std::set<std::uint32_t> lines;
  return std::all_of(places.begin(), places.end(), [&](const FactPlace &place) {
    return place.file == places.begin()->file && lines.insert(place.line).second;
  });
}

std::string placeInWords(const Place &place, bool line_only) {
  return line_only ? fmt::format("line {}", place.line)
                   : fmt::format("{}:{}:{}", baseName(place.file), place.line, place.column);
}

} // namespace

std::string entryName(const Facts &facts, FunctionIndex entry) {
  const FactFunction &function = facts.function(entry);
  if (function.kind != FunctionKind::Lambda && function.kind != FunctionKind::ParallelRegion)
    return function.name;
  const std::string what = function.kind == FunctionKind::Lambda ? "lambda" : "parallel region";
  return function.parent ? what + " in " + entryName(facts, *function.parent) : what;
}

void nameApart(const Facts &facts, std::vector<Role> &roles) {
  std::map<std::string, std::set<FactPlace>> places;
  for (const Role &role : roles)
    if (const FactPlace place = entryPlace(facts, role); place.known())
      places[role.name].insert(place);
  for (Role &role : roles) {
    const auto named = places.find(role.name);
    const FactPlace place = entryPlace(facts, role);
    if (named != places.end() && named->second.size() > 1 && place.known())
      role.name += " at " + placeInWords(facts.place(place), areOnOwnLines(named->second));
  }
}

} // namespace fsfind
