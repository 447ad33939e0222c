#pragma once

#include "rules/model/Finding.h"

namespace fsfind {

/// What two findings of one recording cost together. Their samples are different ones, so errors
/// add as those of independent numbers. Samples too few to have a share are taken to cost what the
/// others do; otherwise there is a share only where both have one of the same base.
[[nodiscard]] FindingCost sumOf(const FindingCost &a, const FindingCost &b);

} // namespace fsfind
