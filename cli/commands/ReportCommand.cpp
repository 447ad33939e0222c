#include "c2c-ingest/Ingest.h"
#include "cli/commands/Commands.h"
#include "cli/commands/ReportOptions.h"
#include "cli/report/Csv.h"
#include "cli/report/Json.h"
#include "cli/report/Stats.h"
#include "cli/report/TextReport.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Pager.h"
#include "cli/terminal/Progress.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <ostream>
#include <unistd.h>

namespace fsfind::cli {

namespace {

Expected<Profile> readRecording(const ReportArguments &arguments) {
  Progress progress(!arguments.quiet);
  ingest::IngestOptions options = ingestOptions(arguments);
  options.progress = [&](std::string_view stage, double fraction) {
    progress.update(stage, fraction);
  };
  return ingest::ingest(arguments.recording, options);
}

Expected<void> writeWhere(const ReportArguments &arguments, const Writer &writer) {
  return arguments.output.empty() ? writeTo(STDOUT_FILENO, "standard output", writer)
                                  : writeFile(arguments.output, writer);
}

Expected<void> writeText(const ReportArguments &arguments, const Profile &profile,
                         const Report &report) {
  const int descriptor = arguments.output.empty() ? STDOUT_FILENO : -1;
  const Traits traits = traitsOf(descriptor, colorChoice(arguments), processEnvironment);
  const std::string text =
      report::textReport(profile, report, {traits, arguments.verbose, arguments.line_size != 0});
  if (arguments.output.empty())
    return show(text, traits, arguments.no_pager ? "" : pagerCommand(processEnvironment));
  return writeFile(arguments.output, [&](std::ostream &out) { out << text; });
}

Expected<void> writeReport(const ReportArguments &arguments, const Profile &profile,
                           const Report &report) {
  switch (reportFormat(arguments)) {
  case ReportFormat::Text:
    return writeText(arguments, profile, report);
  case ReportFormat::Json:
    return writeWhere(arguments, [&](std::ostream &out) {
      report::writeJson(out, profile, report, FSFIND_VERSION);
    });
  case ReportFormat::Csv:
    return writeWhere(arguments,
                      [&](std::ostream &out) { report::writeCsv(out, profile, report); });
  }
  return {};
}

/// Confidence counts down from High.
bool fails(const Report &report, std::optional<Confidence> level) {
  return level && std::any_of(report.findings.begin(), report.findings.end(),
                              [&](const Finding &finding) { return finding.confidence <= *level; });
}

Expected<int> runReport(const ReportArguments &arguments) {
  FSFIND_TRY(const Profile profile, readRecording(arguments));
  if (arguments.stats) {
    FSFIND_CHECK(
        writeWhere(arguments, [&](std::ostream &out) { out << report::statsReport(profile); }));
    return kExitDone;
  }
  if (profile.obstacle)
    return failure(*profile.obstacle);
  const Report report = judge(profile, judgeOptions(arguments, profile.source));
  FSFIND_CHECK(writeReport(arguments, profile, report));
  return fails(report, failLevel(arguments)) ? kExitFindings : kExitDone;
}

} // namespace

void addReportCommand(CLI::App &app, Action &action) {
  CLI::App *command = app.add_subcommand(
      "report", "Rank the contended cachelines of a perf c2c recording and name what lies on them");
  const auto arguments = std::make_shared<ReportArguments>();
  addReportOptions(*command, *arguments);
  command->callback(
      [arguments, &action] { action = [arguments] { return runReport(*arguments); }; });
}

} // namespace fsfind::cli
