#include "cli/commands/ReportJoin.h"

#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/check/StaleEdits.h"
#include "cli/commands/SourceReading.h"
#include "rules/join/Join.h"
#include "rules/merge/MergeFacts.h"
#include "rules/source/Catalogue.h"

#include <algorithm>
#include <iterator>

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
  return {std::move(findings), hitm + peers, hitm == 0 && peers != 0};
}

check::Selection selectionOf(const ReportArguments &arguments) {
  check::Selection selection{{}, arguments.excludes};
  for (const std::string &path : arguments.paths)
    selection.paths.push_back(check::absolutePath(path));
  return selection;
}

/// What was measured stays, whatever was asked of the sources; latent findings, which come last,
/// are those that the user wants to see.
void selectLatent(const ReportArguments &arguments, Report &report) {
  auto &findings = report.findings;
  const auto first = std::find_if(findings.begin(), findings.end(), [](const Finding &finding) {
    return finding.verdict == Verdict::Latent;
  });
  std::vector<Finding> latent(std::make_move_iterator(first),
                              std::make_move_iterator(findings.end()));
  findings.erase(first, findings.end());
  report.sources->unsure = std::erase_if(latent, [&](const Finding &finding) {
    return finding.confidence > minConfidence(arguments);
  });
  check::Suppressions comments;
  check::SelectedFindings selected =
      check::select(std::move(latent), selectionOf(arguments), comments);
  report.sources->suppressed = selected.suppressed;
  report.sources->elsewhere = selected.elsewhere;
  for (Finding &finding : selected.findings) {
    finding.rank = static_cast<std::uint32_t>(findings.size() + 1);
    findings.push_back(std::move(finding));
  }
}

} // namespace

Expected<int> joinSources(const ReportArguments &arguments, Profile &profile, Report &report) {
  const std::string folder = check::absolutePath(".");
  FSFIND_TRY(const auto rules, check::chosenRules(arguments.rules));
  FSFIND_TRY(SourceReading reading, readSources(arguments, folder));
  if (reading.interrupted != 0)
    return reading.interrupted;
  report.sources = JoinedSources{};
  report.sources->path = reading.path;
  report.sources->units = reading.facts.units.size();
  report.sources->failed = reading.failed;
  report.sources->erroneous = reading.erroneous;
  for (std::string &note : reading.notes)
    profile.notes.push_back({std::move(note)});
  const Facts facts = linked(std::move(reading.facts));
  // Also what the source alone could not make likely: a recording can confirm it.
  const CheckOptions options{profile.source.line_size, Confidence::Low, rules};
  report.findings = join(measurementOf(profile, std::move(report.findings)),
                         checkFacts(facts, options), facts.paths());
  selectLatent(arguments, report);
  warnOfChanged(arguments, check::dropStaleEdits(report.findings, facts), folder);
  for (Finding &finding : report.findings)
    check::shortenPaths(finding, folder);
  return 0;
}

} // namespace fsfind::cli
