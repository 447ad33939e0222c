#include "cli/report/text/PriceWords.h"
#include "cli/report/text/TextSections.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::report {

namespace {

std::string_view baseText(CostBase base) {
  switch (base) {
  case CostBase::CpuTime:
    return "CPU time";
  case CostBase::SampledCycles:
    return "sampled cycles";
  case CostBase::ClockTime:
    return "CPU time, estimated";
  }
  return {};
}

std::string rangeText(const Estimate &share) {
  return fmt::format("{} to {}", cli::percentage(share.low), cli::percentage(share.high));
}

std::string_view loadsText(const Finding &finding) {
  if (finding.cost.base == CostBase::ClockTime)
    return "waits";
  return finding.sharing == Sharing::FirstTouch ? "remote loads" : "contended loads";
}

std::string estimateText(const Estimate &share, CostBase base, bool whole) {
  std::string text = fmt::format("{} of {}", cli::percentage(share.value), baseText(base));
  return whole ? text + fmt::format(" (95% sure: {})", rangeText(share)) : text;
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
std::string servedText(const FindingCost &cost) {
  if (cost.local + cost.remote == 0)
    return {};
  return fmt::format("; {} local, {} remote", cli::grouped(cost.local), cli::grouped(cost.remote));
}

/// `; writers 80% behind the same L3, 20% on another socket`; empty if all distances are unknown.
std::string writerDistances(const FindingCost &cost) {
  constexpr double kShown = 0.005;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    if (cost.distances[i] >= kShown)
      parts.push_back(fmt::format("{} {}", cli::percentage(cost.distances[i]),
                                  distanceWords(static_cast<CpuDistance>(i))));
  const bool unknown = cost.distances[static_cast<std::size_t>(CpuDistance::Unknown)] > 1 - kShown;
  return parts.empty() || unknown ? std::string() : "; writers " + cli::joined(parts);
}

std::string gainText(const FindingCost &cost, bool whole) {
  if (!whole)
    return estimateText(cost.gain->share, cost.base, false);
  return fmt::format(
      "{} of {} ({}), if they took {:.0f} cycles, as faster loads did here, not {:.0f}",
      cli::percentage(cost.gain->share.value), baseText(cost.base), rangeText(cost.gain->share),
      cost.gain->hit_latency, cost.gain->contended_latency);
}

/// The sum of what loads took and stores waited, by the figures that `part` gives.
double sumOf(const FindingCost &cost, double Estimate::*part) {
  return std::min(1.0, (cost.share ? *cost.share.*part : 0) +
                           (cost.store_share ? *cost.store_share.*part : 0));
}

/// Of a gain that is not known, what bounds it.
double mostGained(const Finding &finding) {
  return sumOf(finding.cost, &Estimate::high) * finding.cost.endingPart(finding.sharing);
}

} // namespace

std::string costShares(const Finding &finding, bool whole) {
  const FindingCost &cost = finding.cost;
  std::vector<std::string> parts;
  if (cost.share)
    parts.push_back(
        fmt::format("{} took {}", loadsText(finding), estimateText(*cost.share, cost.base, whole)));
  if (cost.store_share)
    parts.push_back(
        fmt::format("stores waited for {}", estimateText(*cost.store_share, cost.base, whole)));
  return parts.empty() ? cost.unknown : cli::joined(parts);
}

bool boundsGain(const Finding &finding, bool verbose) {
  const FindingCost &cost = finding.cost;
  return !cost.gain && (cost.share || cost.store_share) &&
         (verbose || mostGained(finding) < sumOf(cost, &Estimate::value));
}

void writeCost(Page &page, const Finding &finding, bool verbose) {
  const FindingCost &cost = finding.cost;
  // Of a clock the message has it all.
  if (verbose || cost.base != CostBase::ClockTime || !cost.share)
    writeLabelled(page, "cost: ",
                  costShares(finding, verbose) +
                      (verbose ? servedText(cost) + writerDistances(cost) : std::string()));
  if (cost.transfer_time)
    writeLabelled(page, "time: ", transferTimeText(*cost.transfer_time));
  if (cost.clock_share)
    writeLabelled(page, "here: ",
                  fmt::format("it takes {} ({}) of CPU time, estimated by a clock",
                              cli::percentage(cost.clock_share->value),
                              rangeText(*cost.clock_share)));
  if (cost.spin_share)
    writeLabelled(page, "waits: ", spinText(finding));
  if (cost.gain && (cost.share || cost.store_share))
    writeLabelled(page, "gain: ", gainText(cost, verbose));
  else if (boundsGain(finding, verbose))
    writeLabelled(
        page, "gain: ",
        fmt::format("at most {} of {}", cli::percentage(mostGained(finding)), baseText(cost.base)));
}

} // namespace fsfind::report
