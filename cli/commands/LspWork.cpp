#include "cli/commands/LspWork.h"

#include "analyzer/knowledge/Knowledge.h"
#include "cli/check/Files.h"
#include "cli/check/StaleEdits.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/FixMeasured.h"
#include "cli/commands/ReportJoin.h"
#include "cli/commands/SourceOutcome.h"
#include "cli/fix/Territory.h"
#include "cli/lsp/Found.h"
#include "cli/lsp/Patches.h"
#include "cli/lsp/RecordPages.h"
#include "cli/terminal/Text.h"
#include "rules/measured/findings/Judge.h"
#include "rules/model/ContentHash.h"
#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace fsfind::cli {

namespace {

using lsp::Tell;

ProgressTold toldTo(const Tell &tell) {
  return [&tell](std::string_view stage, double fraction) {
    tell({{"stage", stage}, {"fraction", fraction}});
  };
}

/// Goes to the project's folder, and adds to the arguments what the editor says of it.
Expected<FixArguments> argumentsIn(FixArguments arguments, const lsp::Project &project) {
  std::error_code error;
  std::filesystem::current_path(project.folder, error);
  if (error)
    return failure({project.folder,
                    {},
                    "cannot be entered: " + error.message(),
                    "open the folder of the project in the editor"});
  if (!project.build.empty())
    arguments.check.build = project.build;
  if (!project.recording.empty())
    arguments.recording.recording = project.recording;
  return arguments;
}

std::string summaryOf(const SourceReading &reading, std::size_t units, std::size_t findings) {
  std::string text = fmt::format("{}, {} of them from the cache: {}", counted(units, "unit"),
                                 reading.cached, counted(findings, "finding"));
  if (!reading.notes.empty())
    text += fmt::format("; {} with errors, the first: {}", counted(reading.notes.size(), "unit"),
                        reading.notes.front());
  return text;
}

/// Hashes of the project's files, by path as absolutePath() gives it.
std::map<std::string, std::uint64_t> contentsBelow(const std::string &folder,
                                                   const check::Contents &all) {
  std::map<std::string, std::uint64_t> contents;
  for (const auto &[file, hash] : all)
    if (std::string path = check::absolutePath(file); check::isBelow(path, folder))
      contents.emplace(std::move(path), hash);
  return contents;
}

/// The facts and findings of the sources, and of a recording if there is one.
class Checking {
public:
  Checking(const FixArguments &options, const Tell &tell) : options_(options), tell_(tell) {}

  Expected<void> run() {
    const CheckArguments &arguments = options_.check;
    const std::string folder = check::absolutePath(".");
    FSFIND_TRY(const auto rules, check::chosenRules(arguments.rules));
    FSFIND_TRY(const check::Workplace place, workplaceFor(arguments));
    FSFIND_TRY(SourceReading reading, readSources(arguments, folder, place, toldTo(tell_)));
    if (reading.interrupted != 0)
      return {};
    check::Question question = questionOf(arguments, rules);
    readProfile();
    FSFIND_TRY(check::Answer answer, answerOf(std::move(reading.facts), question));
    FSFIND_CHECK(leaveOutKnown(arguments.known, false, answer.findings));
    check::dropStaleEdits(answer.findings, answer.facts);
    tellFindings(answer, reading);
    const lsp::PageQuestion pages{folder, question.options, profile_ ? &*profile_ : nullptr};
    tell_({{"hovers", hoversJson(lsp::recordPages(answer.facts, pages))}});
    return {};
  }

private:
  /// The findings of the sources do not depend on the recording: they are shown without it, too.
  void readProfile() {
    if (options_.recording.recording.empty())
      return;
    tell_({{"stage", "reading the recording"}, {"fraction", 1.0}});
    ingest::IngestOptions how = ingestOptions(options_.recording, options_.check.line_size);
    how.neighbours = true;
    auto read = readRecording(options_.recording, how, true);
    if (read && !read->obstacle)
      profile_ = std::move(*read);
    else
      warning_ = (read ? *read->obstacle : read.error()).message();
  }

  Expected<check::Answer> answerOf(Facts facts, check::Question &question) {
    if (!profile_)
      return check::judge(std::move(facts), question, comments_);
    question.options.line_size = profile_->source.line_size;
    JudgeOptions options;
    options.words = analyzer::Knowledge::builtIn().nameWords();
    options.display = defaultDisplayMode(profile_->source);
    return joinFindings(std::move(facts), *profile_, options, question, comments_).answer;
  }

  void tellFindings(const check::Answer &answer, const SourceReading &reading) const {
    lsp::Found found;
    found.findings = answer.findings;
    found.fingerprints = fingerprints(answer.findings);
    found.simulated = profile_ && profile_->source.simulated;
    found.provable = options_.check.facts_in.empty();
    found.contents = contentsBelow(check::absolutePath("."), check::contentsOf(answer.facts));
    found.warning = warning_;
    found.summary = summaryOf(reading, answer.facts.units.size(), answer.findings.size());
    tell_({{"found", foundJson(found)}});
  }

  const FixArguments &options_;
  const Tell &tell_;
  check::Suppressions comments_;
  std::optional<Profile> profile_;
  std::string warning_; ///< why the recording is left out; empty = it is not
};

/// Proves the edits of single findings.
class Proving {
public:
  Proving(FixArguments &options, const Tell &tell) : options_(options), tell_(tell) {}

  Expected<void> run(const std::vector<std::string> &wanted) {
    FSFIND_TRY(rules_, check::chosenRules(options_.check.rules));
    FSFIND_TRY(const check::Workplace place, workplaceFor(options_.check));
    place_ = &place;
    std::vector<lsp::ProvedEdits> all;
    for (const std::string &one : wanted) {
      FSFIND_TRY(lsp::ProvedEdits proved, prove(one));
      if (interrupted_)
        return {};
      all.push_back(std::move(proved));
    }
    tell_({{"patches", patchesJson(all)}});
    return {};
  }

private:
  /// By the recording, if it can be read and shows the finding, else by the sources alone.
  Expected<lsp::ProvedEdits> prove(const std::string &wanted) {
    std::optional<FixMeasured> recorded;
    if (!options_.recording.recording.empty())
      if (auto measured = FixMeasured::read(options_, folder_))
        recorded.emplace(std::move(*measured));
    if (recorded) {
      FSFIND_TRY(SourceReading reading, read());
      const fix::Outcome before = recorded->findings(std::move(reading), rules_);
      FSFIND_TRY(auto proved,
                 proveIn(before, wanted, [&](SourceReading edited) -> Expected<fix::Outcome> {
                   return recorded->remaining(std::move(edited), rules_);
                 }));
      if (proved || interrupted_)
        return proved.value_or(lsp::ProvedEdits{});
    }
    FSFIND_TRY(SourceReading reading, read());
    FSFIND_TRY(const fix::Outcome before,
               outcomeOf(options_.check, std::move(reading), rules_, false));
    FSFIND_TRY(auto proved, proveIn(before, wanted, [&](SourceReading edited) {
                 return outcomeOf(options_.check, std::move(edited), rules_, false);
               }));
    return proved.value_or(lsp::ProvedEdits{
        wanted, {}, {}, "the sources have changed since: the finding is not there any more"});
  }

  Expected<SourceReading> read() {
    FSFIND_TRY(SourceReading reading, readSources(options_.check, folder_, *place_, toldTo(tell_)));
    interrupted_ = reading.interrupted != 0;
    return reading;
  }

  /// None if the finding is not among those of `before`.
  template <class Remaining>
  Expected<std::optional<lsp::ProvedEdits>> proveIn(fix::Outcome before, const std::string &wanted,
                                                    const Remaining &remaining) {
    using Proved = std::optional<lsp::ProvedEdits>;
    const std::vector<std::string> prints = fingerprints(before.findings);
    const auto at = std::find(prints.begin(), prints.end(), wanted);
    if (interrupted_ || at == prints.end())
      return Proved();
    const std::vector<std::string> foreign = fix::dropForeignEdits(before.findings, folder_);
    const auto position = static_cast<std::size_t>(at - prints.begin());
    for (std::size_t i = 0; i < prints.size(); ++i)
      if (i != position)
        for (Advice &advice : before.findings[i].advice)
          advice.edits.clear();
    const fix::Trial trial = [&](const analyzer::FileTexts &edited) -> Expected<fix::Outcome> {
      FSFIND_TRY(SourceReading reading, readEdited(options_.check, folder_, edited, *place_,
                                                   "proving the edit", toldTo(tell_)));
      return remaining(std::move(reading));
    };
    FSFIND_TRY(const fix::ProvenPatch proven, fix::provenPatch(before, trial));
    interrupted_ = proven.interrupted != 0;
    std::vector<std::string> refused = proven.patch.refused;
    refused.insert(refused.end(), foreign.begin(), foreign.end());
    return Proved(resultOf(wanted, proven.patch, refused));
  }

  /// `refused`: why edits are not taken.
  [[nodiscard]] lsp::ProvedEdits resultOf(const std::string &wanted, const fix::Patch &patch,
                                          const std::vector<std::string> &refused) const {
    lsp::ProvedEdits result{wanted, {}, {}, {}};
    for (const fix::FileChange &file : patch.files) {
      result.contents[file.path] = contentHash(file.before);
      for (Edit edit : file.edits) {
        edit.file = file.path;
        result.edits.push_back(std::move(edit));
      }
    }
    if (result.edits.empty())
      result.refused = refused.empty() ? "there is no edit that is proved"
                                       : check::shownText(refused.front(), folder_);
    return result;
  }

  FixArguments &options_;
  const Tell &tell_;
  std::string folder_ = check::absolutePath(".");
  std::vector<std::string> rules_;
  const check::Workplace *place_ = nullptr;
  bool interrupted_ = false;
};

/// Calls `run` in the project's folder with the arguments for it: `Expected<void> run(FixArguments
/// &)`. If that fails, tells why.
template <class Run>
void inProject(LspSettings settings, const lsp::Project &project, const Tell &tell,
               const Run &run) {
  auto arguments = argumentsIn(std::move(settings.arguments), project);
  const Expected<void> result = arguments ? run(*arguments) : failure(arguments.error());
  if (!result) {
    const std::string text = withPlace(result.error(), settings.used).message();
    tell({{"error", check::shownText(text, project.folder)}});
  }
}

} // namespace

void LspWork::check(const lsp::Project &project, const Tell &tell) const {
  LspSettings settings = settings_of_(project);
  tell({{"configuration", lsp::mistakeJson(settings.mistake)}});
  inProject(std::move(settings), project, tell,
            [&](FixArguments &arguments) { return Checking(arguments, tell).run(); });
}

void LspWork::prove(const lsp::Project &project, const std::vector<std::string> &findings,
                    const Tell &tell) const {
  inProject(settings_of_(project), project, tell,
            [&](FixArguments &arguments) { return Proving(arguments, tell).run(findings); });
}

} // namespace fsfind::cli
