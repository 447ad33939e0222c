#include "rules/remedy/recording/Price.h"

#include "rules/model/NumberText.h"
#include "rules/model/RuleIds.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fsfind {

namespace {

/// Share of the recording's sampled cycles that a line of memory has to save.
constexpr double kLeastShare = 0.001;

bool isToLeave(const Advice &advice) {
  return advice.remedy == Remedy::LeaveAlone;
}

/// Elements that lie on the finding's lines. Of other findings each advice is about one object.
std::uint64_t objectsOf(const Finding &finding, const Advice &advice, std::uint32_t line_size) {
  if (finding.rule != kRulePerThreadSlots || advice.size_before == 0 ||
      advice.remedy != Remedy::AlignType)
    return 1;
  return std::max<std::uint64_t>(finding.lines.size() * line_size / advice.size_before, 1);
}

/// Lines of memory that the advice takes beside those that the data have; 0 = not known.
std::uint64_t addedLines(const Finding &finding, const Advice &advice, std::uint32_t line_size) {
  if (advice.size_after <= advice.size_before)
    return 0;
  const std::uint64_t bytes =
      (advice.size_after - advice.size_before) * objectsOf(finding, advice, line_size);
  return (bytes + line_size - 1) / line_size;
}

/// Share of the sampled cycles that ending the finding saves at most: what is told as its gain, or
/// what bounds that.
double mostSaved(const Finding &finding) {
  const FindingCost &cost = finding.cost;
  if (cost.gain)
    return cost.gain->share.value;
  double waited = cost.latency_share;
  if (cost.share || cost.store_share)
    waited = std::min(waited, (cost.share ? cost.share->high : 0) +
                                  (cost.store_share ? cost.store_share->high : 0));
  return waited * cost.endingPart(finding.sharing);
}

std::optional<Advice> leaveCheapAlone(const Finding &finding, std::uint32_t line_size) {
  const double share = finding.cost.latency_share;
  if (share <= 0)
    return std::nullopt;
  Advice one;
  one.remedy = Remedy::LeaveAlone;
  if (share < kLeastShare) {
    one.why = fmt::format("it takes less than {} % of the sampled cycles", 100 * kLeastShare);
    return one;
  }
  if (finding.advice.empty())
    return std::nullopt;
  const std::uint64_t lines = addedLines(finding, finding.advice.front(), line_size);
  const double saved = mostSaved(finding);
  if (saved >= kLeastShare * static_cast<double>(lines))
    return std::nullopt;
  one.why = fmt::format("it would save at most {} of the sampled cycles, and takes {} of memory "
                        "more",
                        percentage(saved), counted(lines, "cacheline"));
  return one;
}

} // namespace

void weighPrice(Finding &finding, std::uint32_t line_size) {
  if (finding.verdict == Verdict::Latent)
    return;
  if (!finding.advice.empty() && isToLeave(finding.advice.front()))
    return;
  std::erase_if(finding.advice, isToLeave); // of what was advised before
  auto leave = leaveCheapAlone(finding, line_size);
  if (!leave)
    return;
  for (Advice &one : finding.advice)
    one.edits.clear();
  finding.advice.insert(finding.advice.begin(), *std::move(leave));
  finding.no_advice.clear();
}

} // namespace fsfind
