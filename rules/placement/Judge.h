#pragma once

#include "rules/model/PlacementVerdict.h"

namespace fsfind {

/// Judges each piece of memory of a megabyte or more: which node has it, and on which nodes threads
/// run that use it, by the look's recording, or could. On one node there is nothing to judge.
[[nodiscard]] PlacementVerdict judgePlacement(const Placement &placement);

} // namespace fsfind
