#include "cli/check/PathMap.h"

#include "cli/check/Files.h"
#include "rules/merge/MergeFacts.h"

#include <algorithm>
#include <utility>

namespace fsfind::check {

namespace {

void map(std::string &path, const std::vector<PathMap> &maps) {
  const auto fits = std::find_if(maps.begin(), maps.end(),
                                 [&](const PathMap &one) { return isBelow(path, one.from); });
  if (fits != maps.end())
    path.replace(0, fits->from.size(), fits->to);
}

} // namespace

Expected<PathMap> pathMapOf(const std::string &text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return failure({"--map-path", {}, "'" + text + "' is not OLD=NEW", "name two folders"});
  std::string from = namedPath(text.substr(0, equals));
  std::string to = text.substr(equals + 1);
  for (std::string *folder : {&from, &to})
    while (folder->size() > 1 && folder->back() == '/')
      folder->pop_back();
  return PathMap{std::move(from), std::move(to)};
}

void mapPaths(Facts &facts, const std::vector<PathMap> &maps) {
  if (maps.empty())
    return;
  for (FactUnit &unit : facts.units)
    map(unit.file, maps);
  for (FactFile &file : facts.files)
    map(file.path, maps);
  for (auto *list : {&facts.c_files, &facts.cplusplus_files, &facts.compiler_files})
    for (std::string &path : *list)
      map(path, maps);
  facts = normalised(std::move(facts));
}

} // namespace fsfind::check
