#include "cli/commands/FixMeasured.h"

#include "analyzer/knowledge/Knowledge.h"
#include "cli/check/CompileDatabase.h"
#include "cli/check/Files.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/MissingParts.h"
#include "cli/commands/RecordedSources.h"
#include "cli/fix/WrittenEdits.h"
#include "cli/report/text/FindingWords.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/PlainNames.h"
#include "cli/terminal/Text.h"
#include "rules/input/InputFile.h"
#include "rules/join/PlanMeasured.h"
#include "rules/measured/findings/Judge.h"
#include "rules/model/AuthorFrame.h"
#include "rules/model/PathObstacle.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace fsfind::cli {

namespace {

fix::Outcome outcomeOf(SourceReading &reading) {
  fix::Outcome outcome;
  outcome.troubles = std::move(reading.notes);
  outcome.interrupted = reading.interrupted;
  return outcome;
}

/// Whether one of the findings is what the sources said of the confirmed finding.
bool isAmong(const std::vector<Finding> &latent, const Finding &confirmed) {
  return std::any_of(latent.begin(), latent.end(), [&](const Finding &one) {
    return std::any_of(
        confirmed.sides.begin(), confirmed.sides.end(), [&](const FindingSide &side) {
          return side.verdict == Verdict::Latent && side.rule == one.rule &&
                 side.location.file == one.location.file && side.message == one.message;
        });
  });
}

/// Where the finding is, in the author's sources if it leads there; where debug info does not tell,
/// as of Go's variables, what it is about.
std::string subjectOf(const Finding &finding, const std::string &folder) {
  Place at = finding.location;
  for (const RelatedPlace &related : finding.related)
    if (isLibraryFile(at.file) && !isLibraryFile(related.place.file))
      at = related.place;
  if (at.known())
    return fmt::format("{}:{}", check::shownPath(at.file, folder), at.line);
  const std::string data = printable(report::dataText(finding), true);
  return data.empty() ? "data without a name" : data;
}

/// What keeps a tool from the edit, and what is left to do by hand.
std::string withoutEdit(const Advice &advice) {
  if (advice.remedy == Remedy::LeaveAlone)
    return "left alone: " + advice.why;
  return advice.obstacle.empty() ? "by hand: " + advice.why
                                 : fmt::format("{}; by hand: {}", advice.obstacle, advice.why);
}

/// Why the finding has no edit: what is said of the best remedy, or of `all`.
std::string reasonOf(const Finding &finding, bool all) {
  if (finding.advice.empty())
    return finding.no_advice;
  std::string text = withoutEdit(finding.advice.front());
  for (std::size_t i = 1; all && i < finding.advice.size(); ++i)
    text += fmt::format("; or: {}", withoutEdit(finding.advice[i]));
  return text;
}

/// A folder that is named must have a compile database; without one the recording's debug info
/// serves.
Expected<void> mustHaveDatabase(const std::string &build, const std::string &folder) {
  if (build.empty())
    return {};
  const auto database = check::findCompileDatabase(build, folder);
  if (database)
    return {};
  Error error = database.error();
  error.remedy += "; without -p, debug info leads to the sources of what was recorded";
  return failure(std::move(error));
}

} // namespace

/// A file that cannot be read, or is none of what `fix` takes, is not passed over in silence.
Expected<void> mustBeReadable(const std::string &path) {
  if (auto obstacle = obstacleTo(path))
    return failure(std::move(*obstacle));
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || ingest::isRecording(path))
    return {};
  FSFIND_CHECK(InputFile::open(path, input::kProjectFile));
  constexpr std::string_view kMagic = "PERFILE2";
  const std::string text = beginningOf(path, kMagic.size());
  if (kMagic.starts_with(text))
    return failure(
        {path,
         {},
         text.empty() ? "the file is empty" : "a recording of which hardly anything is left",
         "record again, or name another file"});
  return {};
}

Expected<std::string> takeRecording(std::vector<std::string> &paths) {
  for (const std::string &path : paths)
    FSFIND_CHECK(mustBeReadable(path));
  const auto recordings =
      std::stable_partition(paths.begin(), paths.end(),
                            [](const std::string &path) { return !ingest::isRecording(path); });
  if (recordings == paths.end())
    return std::string();
  if (std::next(recordings) != paths.end())
    return failure({*std::next(recordings),
                    {},
                    "is a second recording, and edits are planned for one",
                    "give the recording that matters most"});
  std::string recording = *recordings;
  paths.pop_back();
  return recording;
}

Expected<FixMeasured> FixMeasured::read(FixArguments &options, const std::string &folder) {
  CheckArguments &check = options.check;
  FSFIND_CHECK(mustHaveDatabase(check.build, folder));
  ingest::IngestOptions how = ingestOptions(options.recording, check.line_size);
  how.neighbours = true;
  FSFIND_TRY(Profile profile, lacksSources(check, folder)
                                  ? readWithUnits(options.recording, how, check, folder)
                                  : readRecording(options.recording, how, check.quiet));
  if (!check.quiet)
    warnOfMissingParts(profile);
  if (profile.obstacle)
    return failure(*profile.obstacle);
  return FixMeasured(options, std::move(profile));
}

bool FixMeasured::hasFindings() const {
  return !judge(profile_, judgeOptions()).findings.empty();
}

fix::Outcome FixMeasured::findings(SourceReading reading, const std::vector<std::string> &rules) {
  fix::Outcome outcome = outcomeOf(reading);
  if (outcome.interrupted != 0)
    return outcome;
  const check::Question question = questionOf(options_->check, rules);
  check::Suppressions comments;
  joined_ = joinFindings(std::move(reading.facts), profile_, judgeOptions(), question, comments);
  const Facts &facts = joined_->answer.facts;
  files_ = matchFiles(joined_->measured.findings, {}, facts.paths());
  std::vector<std::string> elsewhere;
  for (const Finding &finding : joined_->answer.findings) {
    if (finding.verdict == Verdict::Latent)
      continue;
    if (!check::isWanted(finding, question.selection))
      elsewhere.push_back(finding.location.file);
    else if (!comments.silences(finding))
      findings_.push_back(finding);
  }
  if (findings_.empty() && !elsewhere.empty() && !options_->check.quiet)
    tell(fmt::format("{} of the recording left out, not in the paths that were given: {}",
                     counted(elsewhere.size(), "finding"), elsewhere.front()));
  outcome.contents = check::contentsOf(facts);
  fix::addWrittenEdits(findings_, {profile_.source.line_size, profile_.source.arch},
                       outcome.contents);
  outcome.findings = findings_;
  outcome.units = facts.units;
  return outcome;
}

fix::Outcome FixMeasured::remaining(SourceReading edited,
                                    const std::vector<std::string> &rules) const {
  fix::Outcome outcome = outcomeOf(edited);
  if (outcome.interrupted != 0)
    return outcome;
  check::Suppressions comments;
  check::Question question = questionOf(options_->check, rules);
  question.options.line_size = profile_.source.line_size;
  question.options.min_confidence = Confidence::Low;
  question.options.suspects = true;
  check::Answer answer = check::judge(std::move(edited.facts), question, comments);
  const FactLookup before(joined_->answer.facts), after(answer.facts);
  std::copy_if(findings_.begin(), findings_.end(), std::back_inserter(outcome.findings),
               [&](const Finding &finding) {
                 const auto ended =
                     fsfind::isEnded(finding, before, *files_, after, profile_.source.line_size);
                 return !ended.value_or(!finding.edits().empty() &&
                                        !isAmong(answer.findings, finding));
               });
  outcome.contents = check::contentsOf(answer.facts);
  outcome.units = std::move(answer.facts.units);
  return outcome;
}

JudgeOptions FixMeasured::judgeOptions() const {
  JudgeOptions options;
  options.words = analyzer::Knowledge::builtIn().nameWords();
  options.display = defaultDisplayMode(profile_.source);
  return options;
}

std::vector<std::string> FixMeasured::reasons(const std::vector<Finding> &findings,
                                              const std::string &folder, bool all) {
  constexpr std::size_t kShown = 5;
  std::vector<std::string> lines;
  PlainNames names(false);
  std::size_t left_out = 0;
  for (const Finding &finding : findings) {
    if (!finding.edits().empty())
      continue;
    if (!all && lines.size() == kShown) {
      ++left_out;
      continue;
    }
    const std::string line =
        fmt::format("{}: no edit: {} [{}]", subjectOf(finding, folder),
                    check::shownText(reasonOf(finding, all), folder), finding.rule);
    lines.push_back(all ? line : names.in(line));
  }
  if (left_out != 0)
    lines.push_back(
        fmt::format("{} more without an edit; -v names them", counted(left_out, "finding")));
  return lines;
}

} // namespace fsfind::cli
