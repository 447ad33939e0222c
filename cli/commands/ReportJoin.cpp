#include "cli/commands/ReportJoin.h"

#include "cli/check/Files.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/SourceReading.h"
#include "rules/join/SourceNames.h"
#include "rules/measured/findings/Judge.h"

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
  return {std::move(findings), hitm + peers, hitm == 0 && peers != 0, profile.source.line_size};
}

} // namespace

Expected<int> judgeWithSources(const ReportArguments &arguments, Profile &profile, Report &report) {
  const std::string folder = check::absolutePath(".");
  FSFIND_TRY(auto rules, check::chosenRules(arguments.rules));
  FSFIND_TRY(SourceReading reading, readSources(arguments, folder));
  if (reading.interrupted != 0)
    return reading.interrupted;
  for (std::string &note : reading.notes)
    profile.notes.push_back({std::move(note)});
  nameFromSources(reading.facts, profile);
  report = judge(profile, judgeOptions(arguments, profile.source));
  const Measurement measured = measurementOf(profile, std::move(report.findings));
  check::Question question = questionOf(arguments, std::move(rules));
  question.options.line_size = profile.source.line_size;
  question.measured = &measured;
  check::Suppressions comments;
  check::Answer answer = check::judge(std::move(reading.facts), question, comments);
  warnOfChanged(arguments, check::prepareToShow(answer, folder), folder);
  report.findings = std::move(answer.findings);
  report.sources =
      JoinedSources{reading.path,      answer.facts.units.size(), reading.failed, reading.erroneous,
                    answer.suppressed, answer.elsewhere,          answer.unsure};
  return 0;
}

} // namespace fsfind::cli
