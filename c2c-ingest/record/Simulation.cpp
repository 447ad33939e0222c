#include "c2c-ingest/record/Simulation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fsfind::record {

namespace {

std::string counted(std::uint32_t count, const char *noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

} // namespace

std::uint32_t nodeOfCpu(const Simulation &simulation, std::uint32_t cpu) {
  return cpu * simulation.nodes / simulation.cpus;
}

std::string cpusOfNode(const Simulation &simulation, std::uint32_t node) {
  std::uint32_t first = 0;
  while (nodeOfCpu(simulation, first) < node)
    ++first;
  std::uint32_t last = first;
  while (last + 1 < simulation.cpus && nodeOfCpu(simulation, last + 1) == node)
    ++last;
  return first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
}

std::string inWords(const Simulation &simulation) {
  const std::string budget =
      simulation.budget == 0 ? "" : fmt::format(", {} % of them in bursts", simulation.budget);
  const std::string latencies =
      simulation.priced_by.empty() ? "" : ", latencies of " + simulation.priced_by;
  const char *code = "";
  if (simulation.by_code != Simulation::ByCode::No)
    code = simulation.by_code == Simulation::ByCode::Always
               ? ", accesses of instrumented code only"
               : ", of some programs accesses of instrumented code only";
  return fmt::format("{} on {}, {}-byte lines, {} a turn{}, seed {}{}{}",
                     counted(simulation.cpus, "CPU"), counted(simulation.nodes, "node"),
                     simulation.line, counted(simulation.quantum, "instruction"), budget,
                     simulation.seed, latencies, code);
}

std::vector<std::string> settingsOf(const Simulation &simulation) {
  const auto setting = [](const char *key, const auto &value) {
    return fmt::format("{}={}", key, value);
  };
  return {setting("out", simulation.out),
          setting("cpus", simulation.cpus),
          setting("nodes", simulation.nodes),
          setting("quantum", simulation.quantum),
          setting("window", simulation.window),
          setting("budget", simulation.budget),
          setting("seed", simulation.seed),
          setting("ldlat", simulation.ldlat),
          setting("load_period", simulation.load_period),
          setting("store_period", simulation.store_period),
          setting("line", simulation.line),
          setting("max_bytes", simulation.max_bytes),
          setting("allocations", simulation.allocations),
          setting("latencies", fmt::format("{}", fmt::join(simulation.latencies.cycles, ":")))};
}

} // namespace fsfind::record
