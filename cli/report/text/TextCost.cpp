#include "cli/report/text/PriceWords.h"
#include "cli/report/text/TextSections.h"

#include <fmt/format.h>

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

std::string shareText(const Finding &finding) {
  const FindingCost &cost = finding.cost;
  if (!cost.share)
    return cost.unknown;
  return fmt::format("{} took {} of {} (95% sure: {})", loadsText(finding),
                     cli::percentage(cost.share->value), baseText(cost.base),
                     rangeText(*cost.share));
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
  if (!cost.gain)
    return fmt::format("at most {} of {}",
                       cli::percentage(cost.share->high * cost.endingPart(finding.sharing)),
                       baseText(cost.base));
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
  if (cost.share)
    writeLabelled(page, "gain: ", gainText(finding));
}

} // namespace fsfind::report
