#pragma once

#include "cli/commands/KnownFindings.h"
#include "cli/commands/OptionTable.h"
#include "cli/commands/PictureOutput.h"
#include "cli/commands/PrivacyOptions.h"
#include "cli/commands/ProfileOutput.h"
#include "cli/commands/RecordingOptions.h"
#include "cli/commands/SourceOptions.h"
#include "cli/commands/TextOutput.h"
#include "rules/measured/findings/Judge.h"

#include <optional>
#include <string>
#include <vector>

namespace fsfind::cli {

/// The arguments of `fsfind report` as the user gave them.
struct ReportArguments : SourceArguments, OutputArguments, RecordingArguments {
  bool stats = false, show_all = false, no_sources = false;
  std::string format = "text", display, sort = "hitm", fail_on = "none";
  std::optional<std::size_t> lines;
  std::string machine; ///< a file of fsfind machine; empty = transfers are not priced
  std::string clock;   ///< a recording of the same program by a clock; empty = none
  PictureArguments picture;
  KnownArguments known;
  PrivacyArguments privacy;
  ProfileArguments shared; ///< --format=profile
};

/// Declares every option of `fsfind report`.
void addReportOptions(const Command &command, ReportArguments &arguments);

/// Whether sources were named, so that findings are to be joined with theirs.
[[nodiscard]] bool asksForSources(const ReportArguments &arguments);
/// Whether the report is joined with sources that it finds by itself: for a reader, who did not say
/// which or none. Gates, baselines and documents must not depend on what is read in a few seconds.
[[nodiscard]] bool findsSources(const ReportArguments &arguments);
[[nodiscard]] JudgeOptions judgeOptions(const ReportArguments &arguments, const Source &source);

} // namespace fsfind::cli
