#include "cli/report/text/PriceWords.h"
#include "cli/report/text/TextSections.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::report {

namespace {

std::string_view baseText(CostBase base) {
  return base == CostBase::CpuTime ? "CPU time" : "sampled cycles";
}

std::string rangeText(const Estimate &share) {
  return fmt::format("{} to {}", cli::percentage(share.low), cli::percentage(share.high));
}

std::string_view loadsText(const Finding &finding) {
  return finding.sharing == Sharing::FirstTouch ? "remote loads" : "contended loads";
}

std::string estimateText(const Estimate &share, CostBase base) {
  return fmt::format("{} of {} (95% sure: {})", cli::percentage(share.value), baseText(base),
                     rangeText(share));
}

/// What loads took, and what stores waited, as far as either is known.
std::string shareText(const Finding &finding) {
  const FindingCost &cost = finding.cost;
  std::vector<std::string> parts;
  if (cost.share)
    parts.push_back(
        fmt::format("{} took {}", loadsText(finding), estimateText(*cost.share, cost.base)));
  if (cost.store_share)
    parts.push_back(
        fmt::format("stores waited for {}", estimateText(*cost.store_share, cost.base)));
  return parts.empty() ? cost.unknown : cli::joined(parts);
}

/// `at least 62.0% of the contended loads only wait …`
std::string spinText(const Finding &finding) {
  constexpr double kNearlyAll = 0.9995; // is shown as 100.0%
  const double share = *finding.cost.spin_share;
  return fmt::format("{} the contended loads only wait, in a loop, for what another thread writes: "
                     "{}",
                     share >= kNearlyAll ? "all of" : "at least " + cli::percentage(share) + " of",
                     finding.sharing == Sharing::True
                         ? "padding does not end that wait"
                         : "padding does not end that wait, but keeps it off the other data of "
                           "the line");
}

/// How many contended samples were served locally and remotely; empty without any.
std::string originText(const FindingCost &cost) {
  if (cost.local + cost.remote == 0)
    return {};
  return fmt::format("; {} local, {} remote", cli::grouped(cost.local), cli::grouped(cost.remote));
}

/// `; writers 80% behind the same L3, 20% on another socket`; empty if all distances are unknown.
std::string distanceText(const FindingCost &cost) {
  constexpr double kShown = 0.005;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    if (cost.distances[i] >= kShown)
      parts.push_back(fmt::format("{} {}", cli::percentage(cost.distances[i]),
                                  distanceWords(static_cast<CpuDistance>(i))));
  const bool unknown = cost.distances[static_cast<std::size_t>(CpuDistance::Unknown)] > 1 - kShown;
  return parts.empty() || unknown ? std::string() : "; writers " + cli::joined(parts);
}

std::string gainText(const Finding &finding) {
  const FindingCost &cost = finding.cost;
  if (!cost.gain) {
    const double most =
        (cost.share ? cost.share->high : 0) + (cost.store_share ? cost.store_share->high : 0);
    return fmt::format("at most {} of {}",
                       cli::percentage(std::min(1.0, most * cost.endingPart(finding.sharing))),
                       baseText(cost.base));
  }
  return fmt::format(
      "{} of {} ({}), if they took {:.0f} cycles, as faster loads did here, not {:.0f}",
      cli::percentage(cost.gain->share.value), baseText(cost.base), rangeText(cost.gain->share),
      cost.gain->hit_latency, cost.gain->contended_latency);
}

} // namespace

void writeCost(Page &page, const Finding &finding) {
  const FindingCost &cost = finding.cost;
  writeLabelled(page, "cost: ", shareText(finding) + originText(cost) + distanceText(cost));
  if (cost.transfer_time)
    writeLabelled(page, "time: ", transferTimeText(*cost.transfer_time));
  if (cost.spin_share)
    writeLabelled(page, "waits: ", spinText(finding));
  if (cost.share || cost.store_share)
    writeLabelled(page, "gain: ", gainText(finding));
}

} // namespace fsfind::report
