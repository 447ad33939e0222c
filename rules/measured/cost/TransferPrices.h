#pragma once

#include "rules/model/Report.h"

#include <cstddef>

namespace fsfind {

/// Sets FindingCost::transfer_time of each finding with contended loads, and Report::prices. How
/// many loads a sample stands for is the mean of the recording's sampling periods. Returns how many
/// findings have contended loads, but at no distance that has a price.
std::size_t priceTransfers(Report &report, const Profile &profile, MachinePrices prices);

} // namespace fsfind
