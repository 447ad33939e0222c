#include "rules/model/MachineMap.h"

namespace fsfind {

namespace {

std::optional<Spread> priceOf(const std::vector<const Transfer *> &transfers) {
  std::vector<double> medians;
  for (const bool disturbed : {false, true}) {
    for (const Transfer *transfer : transfers)
      if (transfer->ns.disturbed() == disturbed)
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

MachinePrices pricesOfCells(const MachineMap &map, bool third_home) {
  std::array<std::vector<const Transfer *>, kCpuDistanceCount> by_distance;
  for (const Transfer &transfer : map.transfers) {
    const CpuDistance distance = map.topology.distance(transfer.a, transfer.b);
    if (transfer.ns.value.count != 0 && hasThirdHome(map, transfer) == third_home)
      by_distance[static_cast<std::size_t>(distance)].push_back(&transfer);
  }
  MachinePrices prices;
  prices.cpu_model = map.cpu_model;
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    prices.transfer[i] = priceOf(by_distance[i]);
  return prices;
}

} // namespace

bool hasThirdHome(const MachineMap &map, const Transfer &transfer) {
  const std::vector<CpuParts> &cpus = map.topology.cpus;
  if (transfer.home == kNoNode || transfer.a >= cpus.size() || transfer.b >= cpus.size())
    return false;
  const std::uint32_t a = cpus[transfer.a].node, b = cpus[transfer.b].node;
  return a != kNoNode && b != kNoNode && transfer.home != a && transfer.home != b;
}

MachinePrices pricesOf(const MachineMap &map) {
  return pricesOfCells(map, false);
}

MachinePrices thirdHomePricesOf(const MachineMap &map) {
  return pricesOfCells(map, true);
}

} // namespace fsfind
