#pragma once

#include "cli/check/Check.h"
#include "cli/commands/ReportOptions.h"
#include "rules/model/Report.h"

namespace fsfind::cli {

/// What a recording and sources show together.
struct JoinedFindings {
  Report report;        ///< of the recording; its findings are in `measured`
  Measurement measured; ///< the recording's own findings
  check::Answer answer; ///< facts, and the findings of both
};

/// Names by the facts what the recording does not, judges the profile, and joins the findings of
/// both. `facts` are not linked yet; `question` lacks the measurement, and its line size becomes
/// the recording's.
[[nodiscard]] JoinedFindings joinFindings(Facts facts, Profile &profile, JudgeOptions options,
                                          check::Question question, check::Suppressions &comments);

/// Reads the sources that the arguments name, names by them what the recording does not, judges the
/// profile, and joins the findings of both. Notes on units are added to the profile's notes.
/// Returns the number of the signal that interrupted it, else 0.
[[nodiscard]] Expected<int> judgeWithSources(const ReportArguments &arguments, Profile &profile,
                                             Report &report);

} // namespace fsfind::cli
