#include "cli/check/Files.h"
#include "cli/check/StaleEdits.h"
#include "cli/commands/CheckInput.h"
#include "cli/commands/CheckOptions.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/Commands.h"
#include "cli/commands/FixMeasured.h"
#include "cli/commands/PatchText.h"
#include "cli/commands/ProveRun.h"
#include "cli/commands/ReviewOutput.h"
#include "cli/commands/SourceOutcome.h"
#include "cli/commands/SourceReading.h"
#include "cli/fix/Proof.h"
#include "cli/fix/Territory.h"
#include "cli/fix/WrittenEdits.h"
#include "cli/terminal/EndAtOnce.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/PlainNames.h"
#include "cli/terminal/Text.h"
#include "rules/model/FailOn.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

namespace fsfind::cli {

namespace {

constexpr const char *kFixFooter =
    "Examples:\n"
    "  fsfind fix -p build                 # shows what would change\n"
    "  fsfind fix -p build | git apply     # or writes it by git\n"
    "  fsfind fix -p build --apply\n"
    "  fsfind fix perf.data -p build       # edits what was measured\n"
    "  fsfind fix perf.data                # the same, sources by debug info\n"
    "  fsfind fix perf.data -p build --prove ./build.sh --run ./bench\n";

Expected<void> showDiff(const CheckArguments &arguments, const fix::Patch &patch,
                        const std::string &folder) {
  return writeText(arguments,
                   [&](const Traits &traits) { return shownDiff(patch, folder, traits); });
}

bool haveEdits(const std::vector<Finding> &findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding &finding) { return !finding.edits().empty(); });
}

/// Whether findings that are left have edits, which happens if edits of other findings had to be
/// made first. Not asked after a refusal, which has a message of its own.
bool hasMore(const fix::Patch &patch) {
  return patch.refused.empty() && (haveEdits(patch.remaining) || haveEdits(patch.added));
}

/// What is to be known of edits in languages that fsfind does not read; empty without such edits.
std::string unreadNote(const fix::Patch &patch) {
  const auto count = static_cast<std::size_t>(
      std::count_if(patch.ended.begin(), patch.ended.end(), fix::hasWrittenEdits));
  if (count == 0)
    return {};
  return fmt::format(
      "the edits of {} in Rust or Go are not compiled; --prove with --run builds and "
      "measures them",
      counted(count, "finding"));
}

bool isMeasured(const fix::Patch &patch) {
  return std::any_of(patch.remaining.begin(), patch.remaining.end(),
                     [](const Finding &one) { return one.verdict != Verdict::Latent; });
}

std::string summary(const fix::Patch &patch, bool applied) {
  std::size_t edits = 0;
  for (const fix::FileChange &file : patch.files)
    edits += fix::placesEdited(file.edits);
  const std::size_t all = patch.ended.size() + patch.remaining.size();
  if (all == 0)
    return "no findings";
  if (edits == 0 && !patch.refused.empty())
    return counted(all, "finding") + ", none with an edit that can be taken";
  if (edits == 0)
    return fmt::format("{}, none with an edit that is safe; {} has advice in words",
                       counted(all, "finding"),
                       isMeasured(patch) ? "fsfind report" : "fsfind check -v");
  std::string text =
      fmt::format("{} {} in {} {} {} of {}", counted(edits, "edit"),
                  applied ? "written" : "proposed", counted(patch.files.size(), "file"),
                  edits == 1 ? "ends" : "end", patch.ended.size(), counted(all, "finding"));
  if (!patch.added.empty())
    text += fmt::format(" and {} {} of lower confidence", edits == 1 ? "makes" : "make",
                        patch.added.size());
  if (!applied)
    return text + "; --apply writes them";
  return hasMore(patch) ? text + "; fsfind fix has edits for what is left" : text;
}

void tellOutcome(const CheckArguments &arguments, const fix::Patch &patch,
                 const std::string &folder, bool applied) {
  for (const std::string &one : patch.refused)
    tell("warning: " + (arguments.verbose ? check::shownText(one, folder)
                                          : plainNames(check::shownText(one, folder), false)));
  if (arguments.quiet)
    return;
  if (const std::string note = unreadNote(patch); !note.empty())
    tell(note);
  tell(summary(patch, applied));
}

/// Whether the sources can be read again with the edits; those of facts files cannot.
bool canProve(const FixArguments &options) {
  return !options.unproved && options.check.facts_in.empty();
}

/// Adds the edits that no reading can prove. They are in files of other languages than the patch's.
void addUnread(fix::Patch &patch, const std::vector<Finding> &written,
               const check::Contents &contents) {
  fix::Patch more = fix::patchOf(written, contents);
  const auto append = [](auto &to, auto &from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  append(patch.files, more.files);
  append(patch.ended, more.ended);
  append(patch.remaining, more.remaining);
  append(patch.refused, more.refused);
}

/// `measured` is null if the findings are those of the sources alone.
Expected<fix::ProvenPatch> patchFor(const FixArguments &options, fix::Outcome before,
                                    const std::vector<std::string> &rules,
                                    const std::string &folder, const check::Workplace &place,
                                    const FixMeasured *measured) {
  if (!canProve(options))
    return fix::ProvenPatch{fix::patchOf(before.findings, before.contents)};
  const auto written =
      std::stable_partition(before.findings.begin(), before.findings.end(),
                            [](const Finding &finding) { return !fix::hasWrittenEdits(finding); });
  const std::vector<Finding> unread(written, before.findings.end());
  before.findings.erase(written, before.findings.end());
  std::optional<EndAtOnce> endable(place.folder.path());
  const auto trial = [&](const analyzer::FileTexts &edited) -> Expected<fix::Outcome> {
    endable.reset(); // who reads sources ends the workers first
    FSFIND_TRY(SourceReading reading,
               readEdited(options.check, folder, edited, place, "proving edits"));
    endable.emplace(place.folder.path());
    if (measured != nullptr)
      return measured->remaining(std::move(reading), rules);
    return outcomeOf(options.check, std::move(reading), rules, false);
  };
  FSFIND_TRY(fix::ProvenPatch proven, fix::provenPatch(before, trial));
  addUnread(proven.patch, unread, before.contents);
  return proven;
}

/// Whether the arguments leave it to fsfind to find the sources of C and C++, and there are none.
bool hasNoSources(const CheckArguments &arguments, const std::string &folder) {
  return arguments.build.empty() && arguments.paths.empty() && arguments.facts_in.empty() &&
         !arguments.compile_options && !findCheckInput(arguments, folder);
}

/// The findings to be edited: of the recording, if there is one, else of the sources.
Expected<fix::Outcome> findingsToEdit(const FixArguments &options, SourceReading reading,
                                      const std::vector<std::string> &rules,
                                      FixMeasured *measured) {
  const CheckArguments &arguments = options.check;
  if (measured == nullptr)
    return outcomeOf(arguments, std::move(reading), rules, arguments.verbose);
  fix::Outcome outcome = measured->findings(std::move(reading), rules);
  FSFIND_CHECK(leaveOutKnown(arguments.known, arguments.verbose, outcome.findings));
  return outcome;
}

/// What can be done about the findings.
struct Plan {
  fix::ProvenPatch proven;
  std::vector<std::string> unedited = {}; ///< a line for each measured finding without an edit
  check::Contents contents = {};          ///< of the files that were read
  ReviewSource source = {};
  Facts facts = {}; ///< only where edits are to be proved by doing
};

/// Reads the sources, again with edits, and lets go of what only that needs. A recording can do
/// without sources: debug information has places in languages that fsfind does not read, and why
/// they have no edit is known. If it shows nothing to edit, they are not read.
Expected<Plan> readAndPlan(const FixArguments &options, const std::string &folder,
                           FixMeasured *measured) {
  const CheckArguments &arguments = options.check;
  FSFIND_TRY(const auto rules, check::chosenRules(arguments.rules));
  FSFIND_TRY(const check::Workplace place, workplaceFor(arguments));
  const bool sourceless = measured != nullptr && hasNoSources(arguments, folder);
  SourceReading reading;
  ReviewSource source;
  if (!sourceless && (measured == nullptr || measured->hasFindings())) {
    FSFIND_TRY(reading, readSources(arguments, folder, place));
    FSFIND_CHECK(keepSources(reading, {arguments.output}));
  }
  source.path = reading.path;
  Facts facts = asksForProof(options.prove) ? reading.facts : Facts();
  std::optional<EndAtOnce> endable(place.folder.path());
  FSFIND_TRY(fix::Outcome before, findingsToEdit(options, std::move(reading), rules, measured));
  endable.reset();
  source.line_size = lineSizeOf(arguments, before.units);
  if (measured != nullptr)
    source = reviewSource(measured->source());
  if (sourceless && !before.findings.empty() && !haveEdits(before.findings) &&
      std::none_of(before.findings.begin(), before.findings.end(), fix::isOfOtherLanguage))
    FSFIND_CHECK(findCheckInput(arguments, folder)); // says what is missing
  if (before.interrupted != 0)
    return Plan{{{}, before.interrupted}};
  std::vector<std::string> foreign;
  if (options.apply && !options.force)
    foreign = fix::dropForeignEdits(before.findings, folder);
  FSFIND_TRY(fix::ProvenPatch proven, patchFor(options, before, rules, folder, place, measured));
  std::vector<std::string> &refused = proven.patch.refused;
  refused.insert(refused.begin(), foreign.begin(), foreign.end());
  Plan plan{std::move(proven), {}, std::move(before.contents), std::move(source), std::move(facts)};
  if (measured != nullptr)
    plan.unedited = FixMeasured::reasons(before.findings, folder, arguments.verbose);
  return plan;
}

Expected<int> showOrApply(const FixArguments &options, const Plan &plan,
                          const std::string &folder) {
  const CheckArguments &arguments = options.check;
  const fix::Patch &patch = plan.proven.patch;
  if (options.apply) {
    const EndRequests held; // an interrupt waits until all files are whole
    FSFIND_CHECK(fix::apply(patch));
  }
  if (const report::Format *format = report::reviewFormat(arguments.format)) {
    FSFIND_CHECK(writeReview(arguments.output, *format, {patch.ended, plan.source}));
  } else if (!options.apply) {
    FSFIND_CHECK(showDiff(arguments, patch, folder));
  }
  tellOutcome(arguments, patch, folder, options.apply);
  const FailTerms terms = failTerms(arguments.fail_on);
  const bool failed =
      fails(patch.remaining, terms) || fails(options.apply ? patch.added : patch.ended, terms);
  return failed ? kExitFindings : kExitDone;
}

Expected<int> runFix(FixArguments options) {
  const std::string folder = check::absolutePath(".");
  FSFIND_CHECK(checkProveOptions(options.prove));
  if (options.check.format == "json" && !asksForProof(options.prove))
    return failure({"--format json", {}, "is for proofs", "add --prove and --run"});
  FSFIND_TRY(options.recording.recording, takeRecording(options.check.paths));
  if (options.check.of_debug_info && options.recording.recording.empty())
    return failure({"--sources",
                    {},
                    "takes the sources from a recording, and none is given",
                    "name one: fsfind fix perf.data --sources"});
  std::optional<FixMeasured> measured;
  if (!options.recording.recording.empty()) {
    FSFIND_TRY(measured, FixMeasured::read(options, folder));
  }
  FSFIND_TRY(const Plan plan, readAndPlan(options, folder, measured ? &*measured : nullptr));
  if (plan.proven.interrupted != 0)
    return kSignalBase + plan.proven.interrupted;
  if (!options.check.quiet)
    for (const std::string &line : plan.unedited)
      tell(line);
  if (asksForProof(options.prove))
    return proveAndWrite(options, {plan.proven.patch, plan.contents, plan.source, plan.facts},
                         folder, measured ? &measured->source() : nullptr);
  return showOrApply(options, plan, folder);
}

} // namespace

void addFixCommand(const Command &app, Action &action, const CommandWords &after_dashes) {
  const Command command = app.addSubcommand(
      "fix", "Show or apply the edits that end what `fsfind check` finds, where that is safe");
  command.footer(kFixFooter);
  const auto arguments = std::make_shared<FixArguments>();
  addFixOptions(command, *arguments);
  command.whenChosen([arguments, after_dashes, &action] {
    arguments->check.compile_options = after_dashes;
    action = [arguments] { return runFix(*arguments); };
  });
}

} // namespace fsfind::cli
