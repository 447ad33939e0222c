#include "analyzer/knowledge/Knowledge.h"
#include "c2c-ingest/Ingest.h"
#include "cli/commands/Commands.h"
#include "cli/commands/MissingParts.h"
#include "cli/commands/PageOutput.h"
#include "cli/commands/TextOutput.h"
#include "cli/commands/Validators.h"
#include "cli/report/DiffReport.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Progress.h"
#include "cli/terminal/Text.h"
#include "rules/input/InputFile.h"
#include "rules/model/FailOn.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

namespace fsfind::cli {

namespace {

constexpr const char *kDiffFooter = "Examples:\n"
                                    "  fsfind diff before.data after.data\n"
                                    "  fsfind diff main.json branch.json --fail-on worse\n";
constexpr double kLeastConfidence = 50, kMostConfidence = 99.9999, kMostChange = 1e6;

struct DiffArguments : OutputArguments {
  std::string before, after;
  std::string format = "text", fail_on = "none";
  bool quiet = false, verbose = false;
  std::vector<std::string> debug_dirs;
  std::string symfs;
  double confidence = 95, least_change = 20; ///< per cent
};

/// Whether the first character that is not blank begins a JSON object or array; no recording begins
/// with one of these.
bool isJson(const std::string &path) {
  constexpr std::size_t kBeginning = 4096;
  const std::string text = beginningOf(path, kBeginning);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (text[first] == '{' || text[first] == '[');
}

/// Warns on standard error if few samples have names; the result does not show it.
void warnOfNames(const DiffSide &side) {
  const FindingsFile &report = side.report;
  if (lacksNames(side))
    fmt::print(
        stderr,
        "fsfind: warning: {}: {} of {} samples on contended lines have names, so its findings can "
        "only be matched by place; was the program rebuilt after it was recorded? see the notes of "
        "fsfind report, or compare a JSON report written before that\n",
        printable(report.source.path, true), report.named_samples, report.contended_samples);
}

Expected<DiffSide> sideOfRecording(const DiffArguments &arguments, const std::string &path) {
  Progress progress(!arguments.quiet);
  ingest::IngestOptions options;
  options.search.symfs = arguments.symfs;
  options.search.debug_dirs = arguments.debug_dirs;
  options.progress = [&](std::string_view stage, double fraction) {
    progress.update(stage, fraction);
  };
  FSFIND_TRY(const Profile profile, ingest::ingest(path, options));
  if (profile.obstacle)
    return failure(*profile.obstacle);
  constexpr const char *kOtherwise = "compare a report that was written before the next build "
                                     "(fsfind report --format=json -o before.json)";
  DiffSide side = sideOf(profile, analyzer::Knowledge::builtIn().nameWords());
  if (!profile.rebuilt.empty() && lacksNames(side))
    return failure(
        {profile.rebuilt.front(),
         {},
         fmt::format("was built anew after {} was recorded, so that most of its findings "
                     "have no names to compare by",
                     path),
         fmt::format("put the recorded file beside the recording, or {}", kOtherwise)});
  if (!arguments.quiet)
    warnOfMissingParts(profile, kOtherwise);
  if (profile.rebuilt.empty())
    warnOfNames(side);
  return side;
}

Expected<DiffSide> readSide(const DiffArguments &arguments, const std::string &path) {
  if (!isJson(path))
    return sideOfRecording(arguments, path);
  FSFIND_TRY(FindingsFile report, readFindingsFile(path));
  report.source.path = path;
  DiffSide side = sideOf(std::move(report));
  warnOfNames(side);
  return side;
}

Expected<void> writeDiff(const DiffArguments &arguments, const report::DiffReport &result) {
  if (arguments.format == "text")
    return writeText(arguments, [&](const Traits &traits) {
      return report::diffText(result, traits, arguments.verbose);
    });
  if (arguments.format == kHtmlFormat)
    return writeDiffPage(arguments.output, result);
  return writeOutput(arguments.output, [&](std::ostream &out) {
    report::writeDiffJson(out, result, FSFIND_VERSION);
  });
}

bool isNewsOfConfirmed(const Difference &one) {
  return one.newly_confirmed ||
         (one.change == Change::Worse && one.finding.verdict == Verdict::Confirmed);
}

bool isNews(FailWord word, const Difference &one) {
  switch (word) {
  case FailWord::Any:
    return one.change != Change::Unchanged;
  case FailWord::New:
    return one.change == Change::New;
  case FailWord::Confirmed:
    return isNewsOfConfirmed(one);
  case FailWord::Low:
  case FailWord::Medium:
  case FailWord::High:
  case FailWord::Worse:
    break;
  }
  return one.change == Change::New || one.change == Change::Worse;
}

bool fails(const Diff &diff, const FailTerms &terms) {
  return std::any_of(terms.begin(), terms.end(), [&](const FailTerm &term) {
    return std::any_of(diff.differences.begin(), diff.differences.end(),
                       [&](const Difference &one) {
                         return regards(term, one.finding) && isNews(term.word, one);
                       });
  });
}

Expected<int> runDiff(const DiffArguments &arguments) {
  FSFIND_CHECK(checkPageOutput(arguments.format, arguments.output));
  for (const std::string &input : {arguments.before, arguments.after})
    FSFIND_CHECK(keepInput(arguments.output, input));
  report::DiffReport result;
  FSFIND_TRY(result.before, readSide(arguments, arguments.before));
  FSFIND_TRY(result.after, readSide(arguments, arguments.after));
  FSFIND_CHECK(checkComparable(result.before, result.after));
  constexpr double kPercent = 100;
  result.diff = diff(result.before, result.after,
                     {arguments.confidence / kPercent, arguments.least_change / kPercent});
  FSFIND_CHECK(writeDiff(arguments, result));
  return fails(result.diff, failTerms(arguments.fail_on)) ? kExitFindings : kExitDone;
}

void addSideOptions(const Command &command, DiffArguments &arguments) {
  command
      .addOption("before", arguments.before,
                 "Recording, or report of fsfind report or check in JSON")
      .typeName("BEFORE")
      .required()
      .check(fileName());
  command.addOption("after", arguments.after, "Later recording or report")
      .typeName("AFTER")
      .required()
      .check(fileName());
  command.addOption("--symfs", arguments.symfs, "Look for recorded files under DIR instead of /")
      .typeName("DIR")
      .check(directory());
  command
      .addOption("--debug-dir", arguments.debug_dirs,
                 "Look for separate debug info in DIR (may be repeated)")
      .oneEach()
      .typeName("DIR")
      .check(directory());
}

void addJudgingOptions(const Command &command, DiffArguments &arguments) {
  command
      .addOption("--confidence", arguments.confidence,
                 "Report differences that are N per cent sure (default 95)")
      .typeName("N")
      .check(numberFrom(kLeastConfidence, kMostConfidence));
  command
      .addOption("--min-change", arguments.least_change,
                 "Report only rates that differ by N per cent or more (default 20)")
      .typeName("N")
      .check(numberFrom(0, kMostChange));
  command
      .addOption("--fail-on", arguments.fail_on,
                 "Exit with 1 for new false sharing or first touch, for new or worse one, for new "
                 "or worse one of a confidence, for newly confirmed one and confirmed one that is "
                 "worse; as KIND:WORD of the kind false, true, first-touch or any; for any "
                 "difference; several with commas between")
      .check(failOn({"any", "low", "medium", "high", "confirmed", "new", "worse"}));
}

void addDiffOutput(const Command &command, DiffArguments &arguments) {
  command.addOption("--format", arguments.format, "What to write (default text)")
      .check(oneOf({"text", "json", kHtmlFormat}));
  addTextOutputOptions(command, arguments);
  command.addFlag("-q,--quiet", arguments.quiet, "Show no progress and no warnings");
  command.addFlag("-v,--verbose", arguments.verbose, "Show findings that did not change, too");
}

} // namespace

void addDiffCommand(const Command &app, Action &action) {
  const Command command =
      app.addSubcommand("diff", "Compare the findings of two recordings or reports");
  command.footer(kDiffFooter);
  const auto arguments = std::make_shared<DiffArguments>();
  addSideOptions(command, *arguments);
  addJudgingOptions(command, *arguments);
  addDiffOutput(command, *arguments);
  command.whenChosen(
      [arguments, &action] { action = [arguments] { return runDiff(*arguments); }; });
}

} // namespace fsfind::cli
