#include "cli/check/Extraction.h"
#include "cli/check/FactsCache.h"
#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/commands/CheckInput.h"
#include "cli/commands/CheckOptions.h"
#include "cli/commands/Commands.h"
#include "cli/commands/CommonOptions.h"
#include "cli/commands/ReviewOutput.h"
#include "cli/report/CheckReport.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Pager.h"
#include "cli/terminal/Progress.h"
#include "cli/terminal/Text.h"
#include "rules/catalogue/Catalogue.h"
#include "rules/facts/FactsFile.h"
#include "rules/facts/MergeFacts.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <ostream>
#include <unistd.h>

namespace fsfind::cli {

namespace {

constexpr std::size_t kTroublesShown = 5;
constexpr const char *kFooter = "Sources without a compile database:\n"
                                "  fsfind check queue.c worker.c -- -std=c11 -Iinclude\n";

check::ExtractionOptions extractionOptions(const CheckArguments &arguments, Progress &progress) {
  check::ExtractionOptions options;
  options.words = {arguments.thread_starts, arguments.thread_ids, arguments.lock_types,
                   arguments.cacheline_constants};
  if (!arguments.no_cache)
    options.cache = arguments.cache_dir.empty() ? check::defaultCacheFolder()
                                                : check::absolutePath(arguments.cache_dir);
  options.jobs = arguments.jobs;
  options.unit_timeout = std::chrono::seconds(arguments.unit_timeout);
  options.unit_memory = std::uint64_t{arguments.unit_memory} << 20U;
  options.progress = [&](std::string_view stage, double fraction) {
    progress.update(stage, fraction);
  };
  return options;
}

void warn(const std::string &text) {
  fmt::print(stderr, "fsfind: warning: {}\n", printable(text, true));
}

/// `src/a.c: 1 error, the first: src/a.h:2: …`
std::string told(const check::UnitTrouble &unit, const std::string &between,
                 const std::string &folder) {
  return check::shownPath(unit.file, folder) + between + check::shownText(unit.what, folder);
}

/// One line a unit; of those with errors a few, unless asked for all.
void tellTroubles(const CheckArguments &arguments, const CheckInput &input,
                  const check::Extraction &extraction, const std::string &folder) {
  if (arguments.quiet)
    return;
  for (const std::string &path : input.unread)
    warn(fmt::format("{}: not read: {} does not name it; give its options: fsfind check {} -- …",
                     path, check::shownPath(input.source, folder), path));
  for (const check::UnitTrouble &unit : extraction.failed)
    warn(told(unit, ": left out: ", folder));
  const std::size_t all = extraction.erroneous.size();
  const std::size_t shown = arguments.verbose ? all : std::min(all, kTroublesShown);
  for (std::size_t i = 0; i < shown; ++i)
    warn(told(extraction.erroneous[i], ": ", folder));
  if (shown < all)
    warn(fmt::format("{} more units with errors; -v names them", all - shown));
}

/// An error if no unit could be read, which then tells the first one's trouble.
Expected<void> checkFailures(const check::Extraction &extraction, const std::string &folder) {
  if (extraction.units == 0 || extraction.failed.size() < extraction.units)
    return {};
  const std::string first = told(extraction.failed.front(), ": ", folder);
  if (extraction.units == 1)
    return failure({{}, {}, first, ""});
  return failure(
      {{},
       {},
       fmt::format("none of {} units could be read; the first is {}", extraction.units, first),
       "see that their sources and folders are there"});
}

/// Facts of the units and of the files given.
Expected<Facts> joinFacts(const CheckArguments &arguments, Facts facts) {
  if (arguments.facts_in.empty())
    return facts;
  FactsMerger merger;
  merger.add(std::move(facts));
  for (const std::string &path : arguments.facts_in) {
    FSFIND_TRY(Facts more, readFactsFile(path));
    merger.add(std::move(more));
  }
  return merger.take();
}

std::uint32_t lineSize(const CheckArguments &arguments, const Facts &facts) {
  std::uint32_t size = arguments.line_size;
  for (const FactUnit &unit : facts.units)
    if (arguments.line_size == 0)
      size = std::max(size, unit.line_size);
  return size == 0 ? kDefaultLineSize : size;
}

report::CheckReport judge(const CheckArguments &arguments, const Facts &facts,
                          const std::vector<std::string> &rules, check::Suppressions &sources,
                          const std::string &folder) {
  check::Selection selection{{}, arguments.excludes};
  if (!arguments.compile_options)
    for (const std::string &path : arguments.paths)
      selection.paths.push_back(check::absolutePath(path));
  check::SelectedFindings selected =
      check::select(checkFacts(facts, {arguments.line_size, minConfidence(arguments), rules}),
                    selection, sources);
  for (Finding &finding : selected.findings)
    check::shortenPaths(finding, folder);
  report::CheckReport result;
  result.line_size = lineSize(arguments, facts);
  result.units = facts.units.size();
  result.findings = std::move(selected.findings);
  result.suppressed = selected.suppressed;
  result.elsewhere = selected.elsewhere;
  return result;
}

Expected<void> writeText(const CheckArguments &arguments, const report::CheckReport &result,
                         check::Suppressions &sources) {
  const bool to_file = arguments.output != "-";
  const Traits traits =
      traitsOf(to_file ? -1 : STDOUT_FILENO, colorChoice(arguments.color), processEnvironment);
  const std::string text = report::checkText(
      result, {traits, arguments.verbose, [&](const std::string &file, std::uint32_t number) {
                 return sources.line(file, number);
               }});
  if (to_file)
    return writeFile(arguments.output, [&](std::ostream &out) { out << text; });
  return show(text, traits, arguments.no_pager ? "" : pagerCommand(processEnvironment));
}

Expected<void> writeResult(const CheckArguments &arguments, const report::CheckReport &result,
                           check::Suppressions &sources) {
  if (arguments.format == "text")
    return writeText(arguments, result, sources);
  if (const report::Format *format = report::reviewFormat(arguments.format))
    return writeReview(arguments.output, *format, {result.findings, result.source, false});
  return writeOutput(arguments.output, [&](std::ostream &out) {
    report::writeCheckJson(out, result, FSFIND_VERSION);
  });
}

Expected<check::Extraction> extract(const CheckArguments &arguments,
                                    std::vector<check::CompileCommand> commands) {
  std::erase_if(commands, [&](const check::CompileCommand &command) {
    return check::isExcluded(command.file, arguments.excludes);
  });
  if (commands.empty())
    return check::Extraction{};
  Progress progress(!arguments.quiet);
  return check::extractUnits(commands, extractionOptions(arguments, progress));
}

void addTroubles(report::CheckReport &result, const check::Extraction &extraction,
                 const std::string &folder) {
  result.cached = extraction.cached;
  result.failed = extraction.failed.size();
  result.erroneous = extraction.erroneous.size();
  for (const auto *troubles : {&extraction.failed, &extraction.erroneous})
    for (const check::UnitTrouble &unit : *troubles)
      result.notes.push_back(told(unit, ": ", folder));
}

Expected<int> runCheck(const CheckArguments &arguments) {
  const std::string folder = check::absolutePath(".");
  FSFIND_TRY(const auto rules, check::chosenRules(arguments.rules));
  FSFIND_TRY(CheckInput input, findCheckInput(arguments, folder));
  FSFIND_TRY(check::Extraction extraction, extract(arguments, std::move(input.commands)));
  if (extraction.interrupted != 0)
    return 128 + extraction.interrupted;
  FSFIND_CHECK(checkFailures(extraction, folder));
  tellTroubles(arguments, input, extraction, folder);
  FSFIND_TRY(Facts facts, joinFacts(arguments, std::move(extraction.facts)));
  if (!arguments.facts_out.empty()) {
    const EndRequests held; // an interrupt waits until the file is whole
    FSFIND_CHECK(writeFactsFile(facts, arguments.facts_out));
  }
  facts = linked(std::move(facts));
  check::Suppressions sources;
  report::CheckReport result = judge(arguments, facts, rules, sources, folder);
  result.source = check::shownPath(input.source, folder);
  addTroubles(result, extraction, folder);
  FSFIND_CHECK(writeResult(arguments, result, sources));
  return fails(result.findings, failLevel(arguments.fail_on)) ? kExitFindings : kExitDone;
}

} // namespace

void addCheckCommand(CLI::App &app, Action &action, const CommandWords &after_dashes) {
  CLI::App *command = app.add_subcommand(
      "check", "Find false sharing in C and C++ sources: a whole project, by its compile database");
  command->footer(kFooter + reviewFormatsHelp());
  const auto arguments = std::make_shared<CheckArguments>();
  addCheckOptions(*command, *arguments);
  command->callback([arguments, after_dashes, &action] {
    arguments->compile_options = after_dashes;
    action = [arguments] { return runCheck(*arguments); };
  });
}

} // namespace fsfind::cli
