#pragma once

#include "cli/commands/ReportOptions.h"
#include "rules/model/Report.h"

namespace fsfind::cli {

/// Reads the sources that were asked for and joins their findings to the report's; notes on units
/// go to the profile's. Returns the number of the signal that interrupted it, else 0.
[[nodiscard]] Expected<int> joinSources(const ReportArguments &arguments, Profile &profile,
                                        Report &report);

} // namespace fsfind::cli
