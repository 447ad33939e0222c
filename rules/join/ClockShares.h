#pragma once

#include "rules/model/Finding.h"

#include <vector>

namespace fsfind {

/// Sets FindingCost::clock_share of findings of a recording that does not tell time, as a
/// simulation, by those of another recording of the program by a clock: of the dearest one on the
/// same variable or type that has a member in common, whatever its rule. None is set where that one
/// has too few samples for a share.
void addClockShares(std::vector<Finding> &findings, const std::vector<Finding> &by_clock);

} // namespace fsfind
