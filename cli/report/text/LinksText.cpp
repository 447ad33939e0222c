#include "cli/report/text/LinksText.h"

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
  return text + "\nA recording settles it: fsfind record, then fsfind report.\n";
}

} // namespace fsfind::report
