#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <string>
#include <vector>

namespace fsfind::check {

/// Paths below a folder get another beginning, so that facts do not tell where they were gathered.
struct PathMap {
  std::string from; ///< a folder, absolute
  std::string to;   ///< what stands in its place
};

/// Undoes `OLD=NEW`. OLD is taken from the current folder; NEW as it is. Fails if there is no `=`,
/// or if one of both is empty.
[[nodiscard]] Expected<PathMap> pathMapOf(const std::string &text);

/// Gives all paths in the facts their new beginning: of several maps the first that fits. The facts
/// are in normal form then. With no maps they stay as they are.
void mapPaths(Facts &facts, const std::vector<PathMap> &maps);

} // namespace fsfind::check
