#pragma once

#include "c2c-ingest/Ingest.h"
#include "cli/commands/KnownFindings.h"
#include "cli/commands/OptionTable.h"
#include "cli/commands/SourceOptions.h"
#include "cli/commands/TextOutput.h"
#include "rules/measured/findings/Judge.h"

#include <optional>
#include <string>
#include <vector>

namespace fsfind::cli {

/// The arguments of `fsfind report` as the user gave them.
struct ReportArguments : SourceArguments, OutputArguments {
  std::string recording = "perf.data";
  bool stats = false, show_all = false, double_line = false;
  std::string format = "text", display, sort = "hitm", fail_on = "none";
  std::optional<std::size_t> lines;
  std::vector<std::uint32_t> pids, tids;
  std::vector<std::string> comms, debug_dirs;
  std::string symfs;
  unsigned threads = 0;
  KnownArguments known;
};

/// Declares every option of `fsfind report`.
void addReportOptions(const Command &command, ReportArguments &arguments);

/// Whether sources were named, so that findings are to be joined with theirs.
[[nodiscard]] bool asksForSources(const ReportArguments &arguments);
/// The options for ingest, without a progress callback.
[[nodiscard]] ingest::IngestOptions ingestOptions(const ReportArguments &arguments);
[[nodiscard]] JudgeOptions judgeOptions(const ReportArguments &arguments, const Source &source);

} // namespace fsfind::cli
