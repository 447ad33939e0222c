#pragma once

#include "rules/model/Report.h"

namespace fsfind {

/// Sets FindingCost::transfer_time of each finding with contended loads, and Report::prices. How
/// many loads a sample stands for is the mean of the recording's sampling periods.
void priceTransfers(Report &report, const Profile &profile, MachinePrices prices);

} // namespace fsfind
