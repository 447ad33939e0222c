#include "analyzer/config/Config.h"
#include "cli/check/Depfile.h"
#include "cli/check/Files.h"
#include "cli/check/PathMap.h"
#include "cli/commands/CheckOptions.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/CheckRun.h"
#include "cli/commands/Commands.h"
#include "cli/commands/ReviewOutput.h"
#include "cli/commands/SinceRevision.h"
#include "cli/commands/SourceReading.h"
#include "cli/report/CheckReport.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/FileAccess.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Output.h"
#include "rules/codec/FactsFile.h"
#include "rules/model/FailOn.h"
#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string_view>

namespace fsfind::cli {

namespace {

constexpr const char *kCheckFooter = "Sources without a compile database:\n"
                                     "  fsfind check queue.c worker.c -- -std=c11 -Iinclude\n";

report::CheckReport reportOf(const CheckArguments &arguments, check::Answer answer,
                             const std::string &folder) {
  warnOfChanged(arguments, check::prepareToShow(answer, folder), folder);
  report::CheckReport result;
  result.line_size = lineSizeOf(arguments, answer.facts.units);
  result.units = answer.facts.units.size();
  result.findings = std::move(answer.findings);
  result.suppressed = answer.suppressed;
  result.suspects = answer.unsure;
  result.elsewhere = answer.elsewhere;
  result.answers = answer.answers;
  return result;
}

Expected<void> writeCheck(const CheckArguments &arguments, const report::CheckReport &result,
                          check::Suppressions &sources) {
  if (arguments.format == "text")
    return writeText(arguments, [&](const Traits &traits) {
      return report::checkText(
          result, {traits, arguments.verbose,
                   [&](const std::string &file, std::uint32_t number) -> std::string_view {
                     return sources.line(file, number);
                   }});
    });
  if (const report::Format *format = report::reviewFormat(arguments.format))
    return writeReview(arguments.output, *format,
                       {result.findings,
                        {result.source, result.simulated, result.line_size},
                        result.change_notes});
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

/// The change that is asked about; none if all findings are.
Expected<std::optional<SinceRevision>> changeOf(const CheckArguments &arguments,
                                                const std::string &folder) {
  if (arguments.since.empty() && !arguments.staged)
    return std::optional<SinceRevision>();
  FSFIND_TRY(SinceRevision since, arguments.staged ? SinceRevision::ofStaged(folder)
                                                   : SinceRevision::of(arguments.since, folder));
  return std::optional(std::move(since));
}

/// The sources as they are now.
struct Now {
  SourceReading reading;
  analyzer::OtherFiles staged; ///< files that lie otherwise in the folder; if that is asked for
};

/// Reads the sources as they lie in the folder; as they are staged, if the change is what is
/// staged.
Expected<Now> readNow(const CheckArguments &arguments, const std::optional<SinceRevision> &since,
                      const std::string &folder, const check::Workplace &place) {
  Now now;
  if (since) {
    FSFIND_TRY(now.staged, since->staged());
  }
  FSFIND_TRY(now.reading, readSources(arguments, folder, place, {}, now.staged));
  return now;
}

/// What the sources were before a change, and where it touched them.
struct Before {
  check::ChangedLines lines; ///< absolute paths
  Facts facts;
  analyzer::OtherFiles files;
  /// Why it is not known how the sources were read; empty = it is, or nothing was found now.
  std::string unknown;
  int interrupted = 0; ///< as in SourceReading
};

/// Whether clang counts more lines in a text than git: a CR alone ends one, too.
bool hasLinesOfItsOwn(std::string_view text) {
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1))
    if (at + 1 == text.size() || text[at + 1] != '\n')
      return true;
  return false;
}

/// The lines that the change touched, as clang counts them in the files that were read; all of a
/// file in which git counts otherwise.
Expected<check::ChangedLines> changedLinesOf(const SinceRevision &since, const Now &now) {
  FSFIND_TRY(const auto encoded, since.encodedAmong(now.reading.dependencies));
  check::ChangedLines lines = since.lines();
  for (const std::string &file : now.reading.dependencies)
    if (const auto changed = lines.find(file); changed != lines.end()) {
      const auto staged = now.staged.texts.find(file);
      if (encoded.contains(file) ||
          hasLinesOfItsOwn(staged != now.staged.texts.end() ? staged->second
                                                            : check::readFile(file).value_or("")))
        changed->second = {{}};
    }
  return lines;
}

/// What is read before a source is must be as it was, too.
Expected<std::string> whyUnknown(const SinceRevision &since, const SourceReading &reading,
                                 const std::string &folder) {
  const std::string source = (std::filesystem::path(folder) / reading.path).string();
  if (since.hasChanged(source))
    return reading.path + " has changed, which says how the sources are compiled";
  FSFIND_TRY(const auto unknown, since.unknownAmong(reading.dependencies));
  return unknown.file.empty() ? "" : check::shownPath(unknown.file, folder) + " " + unknown.why;
}

Expected<Before> readBefore(const CheckArguments &arguments, const SinceRevision &since,
                            const Now &now, const std::string &folder,
                            const check::Workplace &place) {
  Before before;
  FSFIND_TRY(before.lines, changedLinesOf(since, now));
  FSFIND_TRY(before.unknown, whyUnknown(since, now.reading, folder));
  if (!before.unknown.empty())
    return before;
  FSFIND_TRY(before.files, since.before());
  FSFIND_TRY(SourceReading reading,
             readEdited(arguments, folder, before.files, place, "reading what was before"));
  before.interrupted = reading.interrupted;
  before.facts = std::move(reading.facts);
  if (before.interrupted != 0)
    return before;
  FSFIND_TRY(before.unknown, whyUnknown(since, reading, folder));
  return before;
}

using ByPrint = std::map<std::string, Finding>; ///< by fingerprint

ByPrint findBefore(const CheckArguments &arguments, Before &before,
                   const std::vector<std::string> &rules, const std::string &folder) {
  check::Suppressions sources(std::move(before.files));
  check::Answer answer =
      check::judge(std::move(before.facts), questionOf(arguments, rules), sources);
  check::prepareToShow(answer, folder);
  const std::vector<std::string> prints = fingerprints(answer.findings);
  ByPrint findings;
  for (std::size_t i = 0; i < prints.size(); ++i)
    findings.emplace(prints[i], std::move(answer.findings[i]));
  return findings;
}

/// Whether the finding was there before, and no less sure or of another kind.
bool wasThere(const ByPrint &before, const std::string &print, const Finding &finding) {
  const auto known = before.find(print);
  return known != before.end() && known->second.confidence <= finding.confidence &&
         known->second.sharing == finding.sharing && known->second.conflict == finding.conflict;
}

/// Leaves out the findings that were there before and that the change did not touch. The paths of
/// `result` are relative to `folder`.
void keepOfChange(report::CheckReport &result, const check::ChangedLines &touched,
                  const ByPrint &before, const std::string &folder) {
  std::map<std::string, const std::vector<check::LineRange> *> known;
  const auto changed = [&](const std::string &file) {
    const auto [at, fresh] = known.try_emplace(file);
    if (fresh)
      if (const auto lines =
              touched.find(check::absolutePath((std::filesystem::path(folder) / file).string()));
          lines != touched.end())
        at->second = &lines->second;
    return at->second;
  };
  const std::vector<std::string> prints = fingerprints(result.findings);
  std::vector<Finding> kept;
  for (std::size_t i = 0; i < prints.size(); ++i)
    if (!wasThere(before, prints[i], result.findings[i]) ||
        check::touches(result.findings[i], changed))
      kept.push_back(std::move(result.findings[i]));
  result.untouched = prints.size() - kept.size();
  result.findings = std::move(kept);
  std::uint32_t rank = 0;
  for (Finding &finding : result.findings)
    finding.rank = ++rank;
}

void tellUnknown(const CheckArguments &arguments, const std::string &why,
                 report::CheckReport &result) {
  result.change_notes.push_back(why + ": all findings count as of the change");
  if (!arguments.quiet)
    tell("note: " + result.change_notes.back());
}

/// The files that say what is told of findings: `config_files` in force, what they or the user
/// name, and where other configuration files may have been.
std::vector<std::string> filesOfRules(const CheckArguments &arguments, const std::string &folder,
                                      const std::vector<std::string> &config_files) {
  namespace fs = std::filesystem;
  std::vector<std::string> files = config_files;
  files.insert(files.end(), {arguments.known.baseline, arguments.known.suppressions});
  files.insert(files.end(), arguments.knowledge.begin(), arguments.knowledge.end());
  std::erase(files, "");
  std::error_code none;
  const std::string root = check::repositoryRoot(folder);
  for (fs::path at = folder;; at = at.parent_path()) {
    if (const fs::path file = at / analyzer::kConfigName; !fs::exists(file, none))
      files.push_back(file);
    if (at == root || !at.has_relative_path())
      return files;
  }
}

/// Those of the files that the change itself changes, as they are shown.
std::set<std::string> ownRulesOf(const SinceRevision &since, const std::vector<std::string> &files,
                                 const std::string &folder) {
  std::set<std::string> own;
  for (const std::string &file : files)
    if (const std::string path = std::filesystem::path(folder) / file; since.isOfChange(path))
      own.insert(check::shownPath(path, folder));
  return own;
}

/// Who reviews the change cannot trust its findings if it says itself which these are.
void tellOwnRules(const std::set<std::string> &own, report::CheckReport &result) {
  if (own.empty())
    return;
  result.change_notes.push_back(
      fmt::format("the change itself changes {}, which {} what is told of it", fmt::join(own, ", "),
                  own.size() == 1 ? "says" : "say"));
  tell("note: " + result.change_notes.back());
}

Expected<std::vector<check::PathMap>> pathMapsOf(const CheckArguments &arguments) {
  if (!arguments.depfile.empty() && arguments.facts_out.empty())
    return failure({"--depfile", {}, "is of no use without --facts-out", "name a file for facts"});
  std::vector<check::PathMap> maps;
  for (const std::string &text : arguments.path_maps) {
    FSFIND_TRY(check::PathMap map, check::pathMapOf(text));
    maps.push_back(std::move(map));
  }
  return maps;
}

/// What is written over other files than those that were read. Facts may take the place of facts.
std::vector<std::string> outputsOf(const CheckArguments &arguments) {
  std::vector<std::string> outputs = {arguments.output, arguments.depfile,
                                      arguments.known.write_baseline};
  const auto isFactsOut = [&](const std::string &file) {
    return isSameFile(arguments.facts_out, file);
  };
  if (std::none_of(arguments.facts_in.begin(), arguments.facts_in.end(), isFactsOut))
    outputs.push_back(arguments.facts_out);
  return outputs;
}

/// Writes the facts, and before them what they depend on, if that is asked for: where that cannot
/// be written, the facts are left as they were.
Expected<void> writeFacts(const CheckArguments &arguments, const SourceReading &reading,
                          const std::vector<std::string> &config_files) {
  if (arguments.facts_out.empty())
    return {};
  std::optional<EndRequests> held; // an interrupt waits until a file is whole, not for a reader
  if (!isSpecial(arguments.facts_out))
    held.emplace();
  if (!arguments.depfile.empty()) {
    std::vector<std::string> files = reading.dependencies;
    for (const std::string &file : config_files)
      files.push_back(check::absolutePath(file));
    FSFIND_CHECK(
        check::writeDepfile(arguments.depfile, arguments.facts_out, files, reading.absent));
  }
  return writeFactsFile(reading.facts, arguments.facts_out);
}

/// All that a check reads.
struct Read {
  Now now;
  std::optional<Before> before;    ///< only if a change is asked about
  std::set<std::string> own_rules; ///< of the change
  [[nodiscard]] int interrupted() const {
    return now.reading.interrupted != 0 || !before ? now.reading.interrupted : before->interrupted;
  }
};

/// What git and the workers leave behind is removed before a request to end ends the program;
/// behind this, it ends the program at once.
Expected<Read> readAll(const CheckArguments &arguments,
                       const std::vector<std::string> &config_files, const std::string &folder) {
  const EndRequests held;
  FSFIND_TRY(const std::optional<SinceRevision> since, changeOf(arguments, folder));
  FSFIND_TRY(const check::Workplace place, workplaceFor(arguments));
  Read read;
  FSFIND_TRY(read.now, readNow(arguments, since, folder, place));
  if (!since || read.interrupted() != 0)
    return read;
  FSFIND_TRY(read.before, readBefore(arguments, *since, read.now, folder, place));
  read.own_rules = ownRulesOf(*since, filesOfRules(arguments, folder, config_files), folder);
  return read;
}

/// The findings of what was read, as the recorded runs answer them if there are some.
report::CheckReport findingsOf(const CheckArguments &arguments, Facts facts,
                               const RecordedRuns &runs, const std::vector<std::string> &rules,
                               check::Suppressions &sources, const std::string &folder) {
  check::Question question = questionOf(arguments, rules);
  if (runs.paths.empty())
    return reportOf(arguments, check::judge(std::move(facts), question, sources), folder);
  question.options.line_size = runs.measured.line_size;
  question.measured = &runs.measured;
  check::Answer answer = check::judge(std::move(facts), question, sources);
  const std::vector<std::string> notes = settle(answer, runs, question.selection, sources);
  report::CheckReport result = reportOf(arguments, std::move(answer), folder);
  result.line_size = runs.measured.line_size;
  result.simulated = runs.simulated;
  result.change_notes = notes;
  for (const std::string &note : notes)
    if (!arguments.quiet)
      tell("note: " + note);
  return result;
}

Expected<int> runCheck(const CheckArguments &arguments,
                       const std::vector<std::string> &config_files) {
  const std::string folder = check::absolutePath(".");
  FSFIND_TRY(const auto rules, check::chosenRules(arguments.rules));
  FSFIND_TRY(const auto maps, pathMapsOf(arguments));
  FSFIND_CHECK(checkRunOptions(arguments));
  FSFIND_TRY(Read read, readAll(arguments, config_files, folder));
  if (read.interrupted() != 0)
    return kSignalBase + read.interrupted();
  SourceReading &reading = read.now.reading;
  std::optional<Before> &before = read.before;
  FSFIND_CHECK(keepSources(reading, outputsOf(arguments)));
  check::mapPaths(reading.facts, maps);
  FSFIND_CHECK(writeFacts(arguments, reading, config_files));
  FSFIND_TRY(const RecordedRuns runs, recordedRuns(arguments, reading.facts));
  if (runs.interrupted != 0)
    return kSignalBase + runs.interrupted;
  check::Suppressions sources(std::move(read.now.staged));
  report::CheckReport result =
      findingsOf(arguments, std::move(reading.facts), runs, rules, sources, folder);
  addReading(result, reading);
  if (before && before->unknown.empty())
    keepOfChange(result, before->lines, findBefore(arguments, *before, rules, folder), folder);
  else if (before)
    tellUnknown(arguments, before->unknown, result);
  FSFIND_TRY(const LeftOut left,
             leaveOutKnown(arguments.known, arguments.verbose, result.findings));
  result.unwanted = left.suppressed;
  result.known = left.known;
  tellOwnRules(read.own_rules, result);
  FSFIND_CHECK(writeCheck(arguments, result, sources));
  return fails(result.findings, failTerms(arguments.fail_on)) ? kExitFindings : kExitDone;
}

} // namespace

void addCheckCommand(const Command &app, Action &action, const CommandWords &after_dashes,
                     const std::vector<std::string> &config_files) {
  const Command command = app.addSubcommand(
      "check", "Find false sharing in C and C++ sources: a whole project, by its compile database");
  command.footer(kCheckFooter + reviewFormatsHelp());
  const auto arguments = std::make_shared<CheckArguments>();
  addCheckOptions(command, *arguments);
  command.whenChosen([arguments, after_dashes, &config_files, &action] {
    arguments->compile_options = after_dashes;
    action = [arguments, &config_files] { return runCheck(*arguments, config_files); };
  });
}

} // namespace fsfind::cli
