#include "c2c-ingest/record/MeasuredLatencies.h"

#include "c2c-ingest/perf/MachineParts.h"
#include "rules/model/MachinePrices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fsfind::record {

namespace {

using sim::Outcome;

constexpr double kNsPerSecond = 1e9;

std::uint32_t nodeOf(const MachineMap &map, std::uint32_t cpu) {
  return cpu < map.topology.cpus.size() ? map.topology.cpus[cpu].node : kNoNode;
}

/// ns of a transfer between CPUs of one node, or of two; the nearest that are not one core.
std::optional<double> transferNs(const MachineMap &map, bool same_node) {
  MachineMap part;
  part.topology = map.topology;
  std::copy_if(map.transfers.begin(), map.transfers.end(), std::back_inserter(part.transfers),
               [&](const Transfer &transfer) {
                 const std::uint32_t a = nodeOf(map, transfer.a), b = nodeOf(map, transfer.b);
                 return same_node ? a == b : a != b && a != kNoNode && b != kNoNode;
               });
  const MachinePrices prices = pricesOf(part);
  for (const CpuDistance distance :
       {CpuDistance::SameL3, CpuDistance::SameSocket, CpuDistance::OtherSocket})
    if (const auto &price = prices.of(distance))
      return price->median;
  return std::nullopt;
}

/// ns of a load from memory of the CPU's own node, or of another one.
std::optional<double> memoryNs(const MachineMap &map, bool same_node) {
  for (const PageKind pages : {PageKind::Huge, PageKind::Small})
    for (const bool disturbed : {false, true}) {
      std::vector<double> medians;
      for (const MemoryLatency &latency : map.latencies)
        if (latency.pages == pages && !latency.loaded && latency.ns.disturbed() == disturbed &&
            (nodeOf(map, latency.cpu) == latency.node) == same_node && latency.ns.value.count != 0)
          medians.push_back(latency.ns.value.median);
      if (!medians.empty())
        return spreadOf(std::move(medians)).median;
    }
  return std::nullopt;
}

/// A latency that is measured, and those that keep their usual proportion to it.
struct Price {
  Outcome outcome;
  std::optional<double> ns;
  std::string_view what;
  std::vector<Outcome> others;
};

std::vector<Price> pricesFor(const MachineMap &map, std::uint32_t nodes) {
  std::vector<Price> prices = {{Outcome::LocalHitm,
                                transferNs(map, true),
                                "transfers between cores of one node",
                                {Outcome::Upgrade, Outcome::L3Hit}},
                               {Outcome::LocalDram, memoryNs(map, true), "memory of a node", {}}};
  if (nodes > 1) {
    prices.push_back({Outcome::RemoteHitm,
                      transferNs(map, false),
                      "transfers between nodes",
                      {Outcome::RemoteForward}});
    prices.push_back({Outcome::RemoteDram, memoryNs(map, false), "memory of another node", {}});
  }
  return prices;
}

/// `316 cycles for a modified line, 466 for memory`; of several nodes: `316 and 780 cycles …`.
std::string latenciesInWords(const sim::Latencies &latencies, std::uint32_t nodes) {
  if (nodes == 1)
    return fmt::format("{} cycles for a modified line, {} for memory",
                       latencies.of(Outcome::LocalHitm), latencies.of(Outcome::LocalDram));
  return fmt::format("{} and {} cycles for a modified line of the same and of another node, {} and "
                     "{} for memory",
                     latencies.of(Outcome::LocalHitm), latencies.of(Outcome::RemoteHitm),
                     latencies.of(Outcome::LocalDram), latencies.of(Outcome::RemoteDram));
}

} // namespace

Expected<void> takeLatencies(Simulation &simulation, const MachineMap &map,
                             const std::string &path) {
  const double named = perf::nominalFrequency(map.cpu_model);
  const double cycles_per_ns = (named == 0 ? kUsualFrequency : named) / kNsPerSecond;
  sim::Latencies latencies = sim::kUsualLatencies;
  const auto put = [&](Outcome outcome, double cycles) {
    latencies.cycles[static_cast<std::size_t>(outcome)] =
        static_cast<std::uint32_t>(std::lround(std::max(1.0, cycles)));
  };
  for (const Price &price : pricesFor(map, simulation.nodes)) {
    if (!price.ns)
      return failure({path,
                      {},
                      fmt::format("has no price of {}", price.what),
                      map.latencies.empty()  ? "measure memory, too: fsfind machine without --only"
                      : simulation.nodes > 1 ? "simulate what it has measured, with --nodes 1"
                                             : "measure again, with more --time"});
    const double cycles = *price.ns * cycles_per_ns;
    if (cycles > sim::kMostCycles)
      return failure({path,
                      {},
                      fmt::format("prices {} at {:.0f} cycles, more than {}", price.what, cycles,
                                  sim::kMostCycles),
                      "measure again: fsfind machine --format=json -o FILE"});
    put(price.outcome, cycles);
    for (const Outcome other : price.others)
      put(other, cycles * sim::kUsualLatencies.of(other) / sim::kUsualLatencies.of(price.outcome));
  }
  simulation.latencies = latencies;
  simulation.priced_by =
      fmt::format("{}{}: {}", map.cpu_model.empty() ? "" : map.cpu_model + " by ", path,
                  latenciesInWords(latencies, simulation.nodes));
  return {};
}

} // namespace fsfind::record
