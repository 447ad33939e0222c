#pragma once

#include "rules/model/Finding.h"
#include "rules/model/MachinePrices.h"

#include <string>

/// Texts about the prices of `--machine`. Names in them may come from a file.
namespace fsfind::report {

/// `transfers as measured on AMD EPYC (machine.json): 24.7 ns behind the same L3`
[[nodiscard]] std::string pricesText(const MachinePrices &prices);
/// `about 4.1 ms of all CPUs (3.2 ms to 5.0 ms) for 20,000 contended loads, by measured prices`
[[nodiscard]] std::string transferTimeText(const TransferTime &time);

} // namespace fsfind::report
