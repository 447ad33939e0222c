#include "cli/check/Files.h"
#include "cli/commands/CheckOptions.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/Commands.h"
#include "cli/commands/CommonOptions.h"
#include "cli/commands/ReviewOutput.h"
#include "cli/commands/SourceReading.h"
#include "cli/report/CheckReport.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Output.h"
#include "rules/codec/FactsFile.h"

#include <algorithm>
#include <memory>
#include <ostream>

namespace fsfind::cli {

namespace {

constexpr const char *kFooter = "Sources without a compile database:\n"
                                "  fsfind check queue.c worker.c -- -std=c11 -Iinclude\n";

report::CheckReport reportOf(const CheckArguments &arguments, check::Answer answer,
                             const std::string &folder) {
  warnOfChanged(arguments, check::prepareToShow(answer, folder), folder);
  report::CheckReport result;
  result.line_size = lineSizeOf(arguments, answer.facts.units);
  result.units = answer.facts.units.size();
  result.findings = std::move(answer.findings);
  result.suppressed = answer.suppressed;
  result.elsewhere = answer.elsewhere;
  return result;
}

Expected<void> writeResult(const CheckArguments &arguments, const report::CheckReport &result,
                           check::Suppressions &sources) {
  if (arguments.format == "text")
    return writeText(arguments, [&](const Traits &traits) {
      return report::checkText(
          result, {traits, arguments.verbose, [&](const std::string &file, std::uint32_t number) {
                     return sources.line(file, number);
                   }});
    });
  if (const report::Format *format = report::reviewFormat(arguments.format))
    return writeReview(arguments.output, *format,
                       {result.findings, {result.source, false, result.line_size}});
  return writeOutput(arguments.output, [&](std::ostream &out) {
    report::writeCheckJson(out, result, FSFIND_VERSION);
  });
}

void addReading(report::CheckReport &result, const SourceReading &reading) {
  result.source = reading.path;
  result.cached = reading.cached;
  result.failed = reading.failed;
  result.erroneous = reading.erroneous;
  result.notes = reading.notes;
}

Expected<int> runCheck(const CheckArguments &arguments) {
  const std::string folder = check::absolutePath(".");
  FSFIND_TRY(const auto rules, check::chosenRules(arguments.rules));
  FSFIND_TRY(SourceReading reading, readSources(arguments, folder));
  if (reading.interrupted != 0)
    return 128 + reading.interrupted;
  if (!arguments.facts_out.empty()) {
    const EndRequests held; // an interrupt waits until the file is whole
    FSFIND_CHECK(writeFactsFile(reading.facts, arguments.facts_out));
  }
  check::Suppressions sources;
  report::CheckReport result = reportOf(
      arguments, check::judge(std::move(reading.facts), questionOf(arguments, rules), sources),
      folder);
  addReading(result, reading);
  FSFIND_TRY(const LeftOut left,
             leaveOutKnown(arguments.known, arguments.verbose, result.findings));
  result.unwanted = left.suppressed;
  result.known = left.known;
  FSFIND_CHECK(writeResult(arguments, result, sources));
  return fails(result.findings, failLevel(arguments.fail_on)) ? kExitFindings : kExitDone;
}

} // namespace

void addCheckCommand(const Command &app, Action &action, const CommandWords &after_dashes) {
  const Command command = app.addSubcommand(
      "check", "Find false sharing in C and C++ sources: a whole project, by its compile database");
  command.footer(kFooter + reviewFormatsHelp());
  const auto arguments = std::make_shared<CheckArguments>();
  addCheckOptions(command, *arguments);
  command.whenChosen([arguments, after_dashes, &action] {
    arguments->compile_options = after_dashes;
    action = [arguments] { return runCheck(*arguments); };
  });
}

} // namespace fsfind::cli
