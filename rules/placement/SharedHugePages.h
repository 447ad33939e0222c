#pragma once

#include "rules/placement/Judge.h"

#include <vector>

namespace fsfind {

/// Pairs of objects that have parts in one huge page, though a recording shows that mostly threads
/// of different nodes load them. Empty without a recording, and where mappings have no huge pages.
[[nodiscard]] std::vector<PlacementFinding> sharedHugePages(const Placement &placement);

} // namespace fsfind
