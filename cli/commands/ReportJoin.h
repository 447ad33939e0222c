#pragma once

#include "cli/check/Check.h"
#include "cli/commands/ReportOptions.h"
#include "cli/commands/SourceReading.h"
#include "rules/model/Report.h"

namespace fsfind::cli {

/// What a recording and sources show together.
struct JoinedFindings {
  Report report;        ///< of the recording; its findings are in `measured`
  Measurement measured; ///< the recording's own findings
  check::Answer answer; ///< facts, and the findings of both
};

/// Names by the facts what the recording does not, and judges the profile. The findings of the
/// report are then those of the measurement.
[[nodiscard]] Measurement measure(const Facts &facts, Profile &profile, JudgeOptions options,
                                  Report &report);

/// The same, and joins the findings of both. `facts` are not linked yet; `question` lacks the
/// measurement, and its line size becomes the recording's.
[[nodiscard]] JoinedFindings joinFindings(Facts facts, Profile &profile, JudgeOptions options,
                                          check::Question question, check::Suppressions &comments);

/// Names by what was read what the recording does not, judges the profile, and joins the findings
/// of both; of sources that nobody asked for, only those that the recording shows. Notes on units
/// are added to the profile's notes.
[[nodiscard]] Expected<Report> judgeWithSources(const ReportArguments &arguments,
                                                SourceReading reading, Profile &profile);

} // namespace fsfind::cli
