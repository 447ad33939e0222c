#pragma once

#include "rules/model/Finding.h"

namespace fsfind {

/// What two findings of one recording cost together. They have no samples in common, so errors are
/// added as those of independent numbers. If one finding has too few samples for a share, they are
/// taken to cost as much each as the other's. The sum has a share only if both have one, on the
/// same base.
[[nodiscard]] FindingCost sumOf(const FindingCost &a, const FindingCost &b);

/// The cost in several recordings of which one, where it is `cost`, has that part, 0..1.
[[nodiscard]] FindingCost partOf(FindingCost cost, double part);

} // namespace fsfind
