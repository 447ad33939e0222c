#pragma once

#include "cli/commands/ReportOptions.h"
#include "rules/model/Report.h"

namespace fsfind::cli {

/// Reads the sources that the arguments name, names by them what the recording does not, judges the
/// profile, and joins the findings of both. Notes on units are added to the profile's notes.
/// Returns the number of the signal that interrupted it, else 0.
[[nodiscard]] Expected<int> judgeWithSources(const ReportArguments &arguments, Profile &profile,
                                             Report &report);

} // namespace fsfind::cli
