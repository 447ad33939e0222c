#include "cli/check/Files.h"
#include "cli/check/StaleEdits.h"
#include "cli/commands/CheckOptions.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/Commands.h"
#include "cli/commands/CommonOptions.h"
#include "cli/commands/FixMeasured.h"
#include "cli/commands/SourceReading.h"
#include "cli/fix/Proof.h"
#include "cli/fix/Territory.h"
#include "cli/fix/UnifiedDiff.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Style.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace fsfind::cli {

namespace {

constexpr const char *kFooter = "Examples:\n"
                                "  fsfind fix -p build                 # shows what would change\n"
                                "  fsfind fix -p build | git apply     # or writes it by git\n"
                                "  fsfind fix -p build --apply\n"
                                "  fsfind fix perf.data -p build       # edits what was measured\n";

Style styleOf(std::string_view line) {
  if (line.starts_with("---") || line.starts_with("+++"))
    return Style::Heading;
  return line.starts_with('+')   ? Style::Good
         : line.starts_with('-') ? Style::Store
         : line.starts_with("@") ? Style::Dim
                                 : Style::Plain;
}

/// The diff with colours and printable characters for a terminal; elsewhere unchanged, since patch
/// needs the exact bytes.
std::string shown(const std::string &diff, const Traits &traits) {
  if (!traits.color && !traits.terminal)
    return diff;
  std::string text;
  for (std::string_view line : fix::linesOf(diff)) {
    line.remove_suffix(line.ends_with("\r\n") ? 2 : line.ends_with('\n') ? 1 : 0);
    text += paint(styleOf(line), traits.terminal ? printable(line, traits.utf8) : std::string(line),
                  traits.color) +
            '\n';
  }
  return text;
}

Expected<void> showDiff(const CheckArguments &arguments, const fix::Patch &patch,
                        const std::string &folder) {
  std::string diff;
  for (const fix::FileChange &file : patch.files) {
    const std::string name = check::shownPath(file.path, folder);
    diff += fix::unifiedDiff(file, name.substr(name.starts_with('/') ? 1 : 0));
  }
  return writeText(arguments, [&](const Traits &traits) { return shown(diff, traits); });
}

/// Whether findings that remain have edits, which happens if edits of other findings had to be made
/// first. Not asked after a refusal, which has a message of its own.
bool hasMore(const fix::Patch &patch) {
  return patch.refused.empty() &&
         std::any_of(patch.remaining.begin(), patch.remaining.end(),
                     [](const Finding &finding) { return !finding.edits().empty(); });
}

std::string summary(const fix::Patch &patch, bool applied) {
  std::size_t edits = 0;
  for (const fix::FileChange &file : patch.files)
    edits += file.edits.size();
  const std::size_t all = patch.ended.size() + patch.remaining.size();
  if (all == 0)
    return "no findings";
  if (edits == 0 && !patch.refused.empty())
    return counted(all, "finding") + ", none with an edit that can be taken";
  if (edits == 0)
    return counted(all, "finding") + ", none with an edit that is safe; fsfind check -v has advice "
                                     "in words";
  std::string text =
      fmt::format("{} {} in {} {} {} of {}", counted(edits, "edit"),
                  applied ? "written" : "proposed", counted(patch.files.size(), "file"),
                  edits == 1 ? "ends" : "end", patch.ended.size(), counted(all, "finding"));
  if (!applied)
    return text + "; --apply writes them";
  return hasMore(patch) ? text + "; fsfind fix has edits for what is left" : text;
}

void tell(const CheckArguments &arguments, const fix::Patch &patch, const std::string &folder,
          bool applied) {
  for (const std::string &one : patch.refused)
    cli::tell("warning: " + check::shownText(one, folder));
  if (!arguments.quiet)
    cli::tell(summary(patch, applied));
}

/// What was found in the sources, without findings that a baseline or suppression file leaves out.
Expected<fix::Outcome> outcomeOf(const CheckArguments &arguments, SourceReading reading,
                                 const std::vector<std::string> &rules, bool verbose) {
  fix::Outcome outcome;
  outcome.troubles = std::move(reading.notes);
  outcome.interrupted = reading.interrupted;
  if (outcome.interrupted != 0)
    return outcome;
  check::Suppressions sources;
  check::Answer answer =
      check::judge(std::move(reading.facts), questionOf(arguments, rules), sources);
  outcome.findings = std::move(answer.findings);
  outcome.contents = check::contentsOf(answer.facts);
  outcome.units = std::move(answer.facts.units);
  FSFIND_CHECK(leaveOutKnown(arguments.known, verbose, outcome.findings));
  return outcome;
}

/// Whether the sources can be read again with the edits; those of facts files cannot.
bool canProve(const FixArguments &options) {
  return !options.unproved && options.check.facts_in.empty();
}

/// `measured` is null if the findings are those of the sources alone.
Expected<fix::ProvenPatch> patchFor(const FixArguments &options, const fix::Outcome &before,
                                    const std::vector<std::string> &rules,
                                    const std::string &folder, const FixMeasured *measured) {
  if (!canProve(options))
    return fix::ProvenPatch{fix::patchOf(before.findings, before.contents)};
  return fix::provenPatch(before, [&](const analyzer::FileTexts &edited) -> Expected<fix::Outcome> {
    FSFIND_TRY(SourceReading reading, readEdited(options.check, folder, edited));
    if (measured != nullptr)
      return measured->remaining(std::move(reading), rules);
    return outcomeOf(options.check, std::move(reading), rules, false);
  });
}

/// The findings to be edited: of the recording, if there is one, else of the sources.
Expected<fix::Outcome> findingsOf(const FixArguments &options, SourceReading reading,
                                  const std::vector<std::string> &rules, FixMeasured *measured) {
  const CheckArguments &arguments = options.check;
  if (measured == nullptr)
    return outcomeOf(arguments, std::move(reading), rules, arguments.verbose);
  fix::Outcome outcome = measured->findings(std::move(reading), rules);
  FSFIND_CHECK(leaveOutKnown(arguments.known, arguments.verbose, outcome.findings));
  return outcome;
}

void tellUnedited(const CheckArguments &arguments, const std::vector<Finding> &findings,
                  const std::string &folder) {
  if (arguments.quiet)
    return;
  for (const std::string &line : FixMeasured::reasons(findings, folder, arguments.verbose))
    cli::tell(line);
}

Expected<int> runFix(FixArguments options) {
  CheckArguments &arguments = options.check;
  const std::string folder = check::absolutePath(".");
  FSFIND_TRY(options.recording.recording, takeRecording(arguments.paths));
  std::optional<FixMeasured> recorded;
  if (!options.recording.recording.empty()) {
    FSFIND_TRY(recorded, FixMeasured::read(options));
  }
  FixMeasured *const measured = recorded ? &*recorded : nullptr;
  FSFIND_TRY(const auto rules, check::chosenRules(arguments.rules));
  FSFIND_TRY(SourceReading reading, readSources(arguments, folder));
  FSFIND_TRY(fix::Outcome before, findingsOf(options, std::move(reading), rules, measured));
  if (before.interrupted != 0)
    return 128 + before.interrupted;
  std::vector<std::string> foreign;
  if (options.apply && !options.force)
    foreign = fix::dropForeignEdits(before.findings, fix::projectFolders(folder, before.units));
  FSFIND_TRY(fix::ProvenPatch proven, patchFor(options, before, rules, folder, measured));
  if (proven.interrupted != 0)
    return 128 + proven.interrupted;
  fix::Patch &patch = proven.patch;
  patch.refused.insert(patch.refused.begin(), foreign.begin(), foreign.end());
  if (options.apply) {
    const EndRequests held; // an interrupt waits until all files are whole
    FSFIND_CHECK(fix::apply(patch));
  } else
    FSFIND_CHECK(showDiff(arguments, patch, folder));
  if (measured != nullptr)
    tellUnedited(arguments, before.findings, folder);
  tell(arguments, patch, folder, options.apply);
  const auto level = failLevel(arguments.fail_on);
  const bool failed =
      fails(patch.remaining, level) || (!options.apply && fails(patch.ended, level));
  return failed ? kExitFindings : kExitDone;
}

} // namespace

void addFixCommand(const Command &app, Action &action, const CommandWords &after_dashes) {
  const Command command = app.addSubcommand(
      "fix", "Show or apply the edits that end what `fsfind check` finds, where that is safe");
  command.footer(kFooter);
  const auto arguments = std::make_shared<FixArguments>();
  addFixOptions(command, *arguments);
  command.whenChosen([arguments, after_dashes, &action] {
    arguments->check.compile_options = after_dashes;
    action = [arguments] { return runFix(*arguments); };
  });
}

} // namespace fsfind::cli
