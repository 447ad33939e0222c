#include "rules/model/MachinePrices.h"

namespace fsfind {

namespace {

std::optional<Spread> priceOf(const std::vector<const Transfer *> &transfers) {
  std::vector<double> medians;
  for (const bool disturbed : {false, true}) {
    for (const Transfer *transfer : transfers)
      if (transfer->ns.disturbed == disturbed && transfer->ns.value.count != 0)
        medians.push_back(transfer->ns.value.median);
    if (medians.empty())
      continue;
    Spread price = spreadOf(medians);
    if (transfers.size() == 1) {
      price = transfers.front()->ns.value;
      price.count = 1;
    }
    return price;
  }
  return std::nullopt;
}

} // namespace

MachinePrices pricesOf(const MachineMap &map) {
  std::array<std::vector<const Transfer *>, kCpuDistanceCount> by_distance;
  for (const Transfer &transfer : map.transfers) {
    const CpuDistance distance = map.topology.distance(transfer.a, transfer.b);
    by_distance[static_cast<std::size_t>(distance)].push_back(&transfer);
  }
  MachinePrices prices;
  prices.cpu_model = map.cpu_model;
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    prices.transfer[i] = priceOf(by_distance[i]);
  return prices;
}

} // namespace fsfind
