#include "cli/report/text/EvidenceText.h"

#include "cli/terminal/Text.h"
#include "rules/evidence/Judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fsfind::report {

namespace {

std::string percent(double share) {
  constexpr double kPercent = 100;
  return fmt::format("{:.0f} %", kPercent * share);
}

/// The kinds of evidence that the finding does not have.
std::vector<std::string> notSeen(const Finding &finding) {
  std::vector<std::string> names;
  for (const EvidenceKind &kind : evidenceKinds())
    if (std::none_of(finding.evidence.begin(), finding.evidence.end(),
                     [&](const FindingEvidence &one) { return one.name == kind.name; }))
      names.emplace_back(kind.name);
  return names;
}

} // namespace

std::string evidenceText(const Finding &finding) {
  constexpr std::size_t kShown = 3;
  std::string text = "probability " + percent(*finding.probability);
  for (std::size_t i = 0; i < std::min(finding.evidence.size(), kShown); ++i)
    text += fmt::format("; {}: {}", finding.evidence[i].weight < 0 ? "against it" : "for it",
                        finding.evidence[i].reason);
  return finding.evidence.empty() ? text + ", as without further evidence" : text;
}

std::string ledgerText(const Finding &finding) {
  if (finding.verdict != Verdict::Latent) {
    const FindingCost &cost = finding.cost;
    const std::string seen = cost.hitm == 0 ? ""
                                            : fmt::format(": {}, {} of sampled latency",
                                                          cli::counted(cost.hitm, "contended load"),
                                                          cli::percentage(cost.latency_share));
    return fmt::format("It was recorded, so that it has a share and no probability{}.\n\n"
                       "Its confidence is by the number of samples, how certain the names are, and "
                       "whether the lines went back and forth between cores.\n",
                       seen);
  }
  if (!finding.probability)
    return "No evidence is weighed of findings of this kind.\n";
  constexpr double kNearlyNone = 1e-9;
  const double chance = std::clamp(*finding.probability, kNearlyNone, 1 - kNearlyNone);
  const double odds = std::log(chance / (1 - chance));
  double base = odds;
  for (const FindingEvidence &one : finding.evidence)
    base -= one.weight;
  std::string text =
      fmt::format("Probability that threads share the data often enough to matter: {}\n\n"
                  "  log odds\n  {:+8.2f}  to begin with, as without any of this evidence\n",
                  percent(chance), base);
  for (const FindingEvidence &one : finding.evidence)
    text += fmt::format("  {:+8.2f}  {}: {}\n", one.weight, one.name, one.reason);
  text += fmt::format("  {:+8.2f}  in all: {}\n", odds, percent(chance));
  if (const auto rest = notSeen(finding); !rest.empty())
    text += fmt::format("\nNot seen: {}\n", cli::joined(rest));
  return text;
}

} // namespace fsfind::report
