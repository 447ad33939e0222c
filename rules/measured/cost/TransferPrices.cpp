#include "rules/measured/cost/TransferPrices.h"

#include "rules/model/PoissonInterval.h"

namespace fsfind {

namespace {

/// Loads of the run for which a sampled one stands; 0 = not known.
double loadsOfSample(const Profile &profile) {
  if (profile.totals.load == 0)
    return 0;
  return static_cast<double>(ofRun(profile.source, profile.estimated_loads)) /
         static_cast<double>(profile.totals.load);
}

bool hasPrice(const FindingCost &cost, const MachinePrices &prices) {
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    if (cost.distances[i] > 0 && prices.transfer[i])
      return true;
  return false;
}

/// Empty where nothing can be priced.
std::optional<TransferTime> timeOf(const FindingCost &cost, const Profile &profile,
                                   const MachinePrices &prices) {
  const std::uint64_t samples = cost.local + cost.remote;
  const double loads = loadsOfSample(profile);
  TransferTime time;
  Spread mean; // ns of a transfer, over the distances that have a price
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    if (const auto &price = prices.transfer[i]) {
      time.priced_share += cost.distances[i];
      mean.median += cost.distances[i] * price->median;
      mean.low += cost.distances[i] * price->low;
      mean.high += cost.distances[i] * price->high;
    }
  if (samples == 0 || loads == 0 || time.priced_share == 0)
    return std::nullopt;
  const auto count = static_cast<double>(samples);
  const Interval range = widened(poissonInterval(samples), count, scatterIn(profile.source));
  time.transfers = count * loads;
  time.ns = count * loads * mean.median;
  time.low_ns = range.low * loads * mean.low;
  time.high_ns = range.high * loads * mean.high;
  return time;
}

} // namespace

std::size_t priceTransfers(Report &report, const Profile &profile, MachinePrices prices) {
  std::size_t without = 0;
  for (Finding &finding : report.findings) {
    FindingCost &cost = finding.cost;
    if (finding.sharing == Sharing::FirstTouch)
      continue;
    cost.transfer_time = timeOf(cost, profile, prices);
    without += cost.local + cost.remote != 0 && !hasPrice(cost, prices) ? 1 : 0;
  }
  report.prices = std::move(prices);
  return without;
}

} // namespace fsfind
