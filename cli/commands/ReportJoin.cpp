#include "cli/commands/ReportJoin.h"

#include "cli/check/Files.h"
#include "cli/check/StaleEdits.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/PrivacyOptions.h"
#include "rules/join/SourceNames.h"
#include "rules/measured/findings/Judge.h"
#include "rules/measured/findings/QuietMembers.h"
#include "rules/model/ThreadNames.h"

#include <fmt/format.h>

#include <utility>

namespace fsfind::cli {

namespace {

std::uint64_t loads(const Profile &profile, SampleClass local, SampleClass remote) {
  return profile.classes[static_cast<std::size_t>(local)] +
         profile.classes[static_cast<std::size_t>(remote)];
}

Measurement measurementOf(const Profile &profile, std::vector<Finding> findings) {
  const std::uint64_t hitm =
      loads(profile, SampleClass::LoadLocalHitm, SampleClass::LoadRemoteHitm);
  const std::uint64_t peers =
      loads(profile, SampleClass::LoadLocalPeer, SampleClass::LoadRemotePeer);
  return {std::move(findings), hitm + peers, hitm == 0 && peers != 0, profile.source.line_size,
          profile.cost};
}

/// Whether paths are to be taken out of what is shown. They must be whole until then: of one from
/// the current folder on, redaction cannot tell what is above the project.
bool takesOutPaths(const PrivacyArguments &arguments) {
  return arguments.redact && !redactionOf(arguments).kept().paths;
}

/// Adds what there is to say of units. Those notes quote compilers, and name files from the current
/// folder on, so that they are only counted where paths are taken out.
void noteUnits(Profile &profile, std::vector<std::string> notes, bool without_paths) {
  if (without_paths && !notes.empty())
    notes = {fmt::format("units of the sources that were not read whole: {}; --redact leaves out "
                         "which, and why",
                         notes.size())};
  for (std::string &note : notes)
    profile.notes.push_back({std::move(note)});
}

/// Leaves out what the sources alone say, which nobody asked for.
void leaveOutLatent(Report &report) {
  std::erase_if(report.findings,
                [](const Finding &finding) { return finding.verdict == Verdict::Latent; });
  JoinedSources &sources = *report.sources;
  sources.suppressed = sources.elsewhere = sources.unsure = 0;
  sources.unasked = true;
}

} // namespace

Measurement measure(const Facts &facts, Profile &profile, JudgeOptions options, Report &report) {
  nameFromSources(facts, profile);
  options.words.add(facts.words);
  report = judge(profile, options);
  addQuietMembers(profile, report.findings);
  return measurementOf(profile, std::move(report.findings));
}

JoinedFindings joinFindings(Facts facts, Profile &profile, JudgeOptions options,
                            check::Question question, check::Suppressions &comments) {
  JoinedFindings joined;
  joined.measured = measure(facts, profile, std::move(options), joined.report);
  question.options.line_size = profile.source.line_size;
  question.measured = &joined.measured;
  joined.answer = check::judge(std::move(facts), question, comments);
  ThreadNames(profile).tell(joined.answer.findings);
  return joined;
}

Expected<Report> judgeWithSources(const ReportArguments &arguments, SourceReading reading,
                                  Profile &profile) {
  const std::string folder = check::absolutePath(".");
  FSFIND_TRY(auto rules, check::chosenRules(arguments.rules));
  const bool without_paths = takesOutPaths(arguments.privacy);
  if (!arguments.unasked)
    noteUnits(profile, std::move(reading.notes), without_paths);
  check::Suppressions comments;
  JoinedFindings joined =
      joinFindings(std::move(reading.facts), profile, judgeOptions(arguments, profile.source),
                   questionOf(arguments, std::move(rules)), comments);
  Report report = std::move(joined.report);
  check::Answer &answer = joined.answer;
  warnOfChanged(arguments,
                without_paths ? check::dropStaleEdits(answer.findings, answer.facts)
                              : check::prepareToShow(answer, folder),
                folder);
  report.findings = std::move(answer.findings);
  report.sources =
      JoinedSources{reading.path,      answer.facts.units.size(), reading.failed, reading.erroneous,
                    answer.suppressed, answer.elsewhere,          answer.unsure};
  if (arguments.unasked)
    leaveOutLatent(report);
  return report;
}

} // namespace fsfind::cli
