#include "cli/check/Extraction.h"
#include "cli/check/FactsCache.h"
#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/commands/CheckOptions.h"
#include "cli/commands/Commands.h"
#include "cli/commands/CommonOptions.h"
#include "cli/report/CheckReport.h"
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
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <unistd.h>

namespace fsfind::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTroublesShown = 5;
constexpr const char *kFooter = "Sources without a compile database:\n"
                                "  fsfind check queue.c worker.c -- -std=c11 -Iinclude\n";

std::string absolute(const std::string &path) {
  std::error_code error;
  const fs::path full = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path).string() : full.string();
}

/// What is to be read, and where it was found.
struct Input {
  std::string source;
  std::vector<check::CompileCommand> commands;
};

/// `fsfind check a.c -- -Iinclude`; without options, a file that no database was found for.
Input sourceFiles(const CheckArguments &arguments, const std::string &folder) {
  Input input{folder, {}};
  for (const std::string &path : arguments.paths) {
    check::CompileCommand command{folder, absolute(path), {"cc"}};
    if (arguments.compile_options)
      command.arguments.insert(command.arguments.end(), arguments.compile_options->begin(),
                               arguments.compile_options->end());
    input.commands.push_back(std::move(command));
  }
  return input;
}

Expected<Input> findInput(const CheckArguments &arguments, const std::string &folder) {
  if (arguments.compile_options) {
    if (arguments.paths.empty())
      return failure(
          {"check", {}, "no source file before --", "name one: fsfind check FILE -- OPTIONS"});
    return sourceFiles(arguments, folder);
  }
  if (arguments.build.empty() && !arguments.facts_in.empty())
    return Input{joined(arguments.facts_in), {}};
  const auto path = check::findCompileDatabase(arguments.build, folder);
  const bool sources =
      !arguments.paths.empty() &&
      std::all_of(arguments.paths.begin(), arguments.paths.end(), check::isSourceFile);
  if (!path && arguments.build.empty() && sources)
    return sourceFiles(arguments, folder);
  if (!path)
    return failure(path.error());
  FSFIND_TRY(auto commands, check::readCompileDatabase(*path));
  if (commands.empty())
    return failure({*path, {}, "names no C or C++ file", "build the project first"});
  return Input{*path, std::move(commands)};
}

check::ExtractionOptions extractionOptions(const CheckArguments &arguments, Progress &progress) {
  check::ExtractionOptions options;
  options.words = {arguments.thread_starts, arguments.thread_ids, arguments.lock_types,
                   arguments.cacheline_constants};
  if (!arguments.no_cache)
    options.cache =
        arguments.cache_dir.empty() ? check::defaultCacheFolder() : absolute(arguments.cache_dir);
  options.jobs = arguments.jobs;
  options.unit_timeout = std::chrono::seconds(arguments.unit_timeout);
  options.progress = [&](std::string_view stage, double fraction) {
    progress.update(stage, fraction);
  };
  return options;
}

void warn(const std::string &text) {
  fmt::print(stderr, "fsfind: warning: {}\n", printable(text, true));
}

/// One line a unit; of those with errors a few, unless asked for all.
void tellTroubles(const CheckArguments &arguments, const check::Extraction &extraction,
                  const std::string &folder) {
  if (arguments.quiet)
    return;
  for (const check::UnitTrouble &unit : extraction.failed)
    warn(fmt::format("{}: left out: {}", check::shownPath(unit.file, folder), unit.what));
  const std::size_t all = extraction.erroneous.size();
  const std::size_t shown = arguments.verbose ? all : std::min(all, kTroublesShown);
  for (std::size_t i = 0; i < shown; ++i)
    warn(fmt::format("{}: {}", check::shownPath(extraction.erroneous[i].file, folder),
                     extraction.erroneous[i].what));
  if (shown < all)
    warn(fmt::format("{} more units with errors; -v names them", all - shown));
}

Expected<void> checkFailures(const check::Extraction &extraction) {
  if (extraction.units == 0 || extraction.failed.size() < extraction.units)
    return {};
  const check::UnitTrouble &first = extraction.failed.front();
  return failure({first.file, {}, "no unit could be read: " + first.what, ""});
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
      selection.paths.push_back(absolute(path));
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

void addTroubles(report::CheckReport &result, const check::Extraction &extraction) {
  result.cached = extraction.cached;
  result.failed = extraction.failed.size();
  result.erroneous = extraction.erroneous.size();
  for (const auto *troubles : {&extraction.failed, &extraction.erroneous})
    for (const check::UnitTrouble &unit : *troubles)
      result.notes.push_back(unit.file + ": " + unit.what);
}

Expected<int> runCheck(const CheckArguments &arguments) {
  const std::string folder = absolute(".");
  FSFIND_TRY(const auto rules, check::chosenRules(arguments.rules));
  FSFIND_TRY(Input input, findInput(arguments, folder));
  FSFIND_TRY(check::Extraction extraction, extract(arguments, std::move(input.commands)));
  if (extraction.interrupted != 0)
    return 128 + extraction.interrupted;
  tellTroubles(arguments, extraction, folder);
  FSFIND_CHECK(checkFailures(extraction));
  FSFIND_TRY(Facts facts, joinFacts(arguments, std::move(extraction.facts)));
  if (!arguments.facts_out.empty())
    FSFIND_CHECK(writeFactsFile(facts, arguments.facts_out));
  facts = linked(std::move(facts));
  check::Suppressions sources;
  report::CheckReport result = judge(arguments, facts, rules, sources, folder);
  result.source = check::shownPath(input.source, folder);
  addTroubles(result, extraction);
  FSFIND_CHECK(writeResult(arguments, result, sources));
  return fails(result.findings, failLevel(arguments.fail_on)) ? kExitFindings : kExitDone;
}

} // namespace

void addCheckCommand(CLI::App &app, Action &action, const CommandWords &after_dashes) {
  CLI::App *command = app.add_subcommand(
      "check", "Find false sharing in C and C++ sources: a whole project, by its compile database");
  command->footer(kFooter);
  const auto arguments = std::make_shared<CheckArguments>();
  addCheckOptions(*command, *arguments);
  command->callback([arguments, after_dashes, &action] {
    arguments->compile_options = after_dashes;
    action = [arguments] { return runCheck(*arguments); };
  });
}

} // namespace fsfind::cli
