#include "cli/report/text/LinksText.h"

#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

namespace fsfind::report {

std::string_view levelText(const Finding &finding) {
  return isSuspect(finding) ? "suspect" : confidenceWord(finding.confidence);
}

std::string missingText(const Finding &finding) {
  std::vector<std::string> parts;
  for (const MissingLink &one : finding.missing)
    parts.push_back(fmt::format("{}: {}", one.link, one.reason));
  return fmt::format("{}", fmt::join(parts, "; "));
}

namespace {

/// With what it costs, and how much of that other bytes' writers cause.
std::string confirmedText(const Finding &finding, std::string text) {
  if (const std::string cost = costShares(finding, false); !cost.empty())
    text += "; " + cost;
  if (const auto &part = finding.cost.false_part)
    text += fmt::format("; {} of contended loads met a write to other bytes",
                        cli::percentage(part->share));
  return text;
}

} // namespace

std::string runText(const Finding &finding) {
  const SeenInRun &run = *finding.run;
  const auto seen = [&] {
    return fmt::format("{} of its data by {}, {}", cli::counted(run.accesses, "sample"),
                       cli::counted(run.threads, "thread"),
                       run.contended == 0 ? "no contended load"
                                          : cli::counted(run.contended, "contended load"));
  };
  switch (run.answer) {
  case RunAnswer::Confirmed:
    return confirmedText(finding, run.accesses == 0 ? "confirmed" : "confirmed: " + seen());
  case RunAnswer::NotSo:
    return "not so in this run: " + seen();
  case RunAnswer::Undecided:
    return "undecided: " + seen();
  case RunAnswer::NotReached:
    break;
  }
  return run.accesses == 0 ? "not reached: the run has no sample of its data"
                           : "not reached: the run has samples of a part of its data only";
}

std::string chainText(const Finding &finding) {
  if (finding.verdict != Verdict::Latent) {
    const FindingCost &cost = finding.cost;
    const std::string seen =
        cost.hitm == 0 ? ""
                       : fmt::format(": {}, {} of {}", cli::counted(cost.hitm, "contended load"),
                                     cli::percentage(cost.latency_share), latencyWord(cost.base));
    return fmt::format("It was recorded{}.\n\n"
                       "Its confidence is by the number of samples, how certain the names are, and "
                       "whether the lines went back and forth between cores.\n",
                       seen);
  }
  if (finding.missing.empty())
    return "Told: nothing is missing that the rule asks for.\n";
  std::string text = "A suspect: sources do not show all of what makes threads fight over a line. "
                     "Missing:\n";
  for (const MissingLink &one : finding.missing)
    text += fmt::format("  {:<8} {}\n", one.link, one.reason);
  return text + (finding.run ? fmt::format("\nA recorded run says: {}\n", runText(finding))
                             : "\nA run settles it: fsfind check --run COMMAND.\n");
}

} // namespace fsfind::report
