#pragma once

#include "rules/remedy/source/AdviceCase.h"

#include <string>
#include <vector>

namespace fsfind {

/// Edits that have all loops of threads gather their changes of numbers in locals.
struct LocalSums {
  std::vector<Edit> edits; ///< by place; empty if one of the loops cannot be edited
  std::string obstacle;    ///< the reason, as a clause; empty if there are edits or nothing to say
};

/// For numbers that gatheringOf() knows, by where they are declared. An edit needs more than
/// advice: that the facts show all accesses to the number and to what it is reached by, and that
/// each loop comes to its end.
[[nodiscard]] LocalSums localSumsOf(const AdviceCase &at, const std::vector<Place> &declared);

} // namespace fsfind
