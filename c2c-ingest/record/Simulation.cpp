#include "c2c-ingest/record/Simulation.h"

#include <fmt/format.h>

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
  return fmt::format("{} on {}, {}-byte lines, {} a turn{}, seed {}{}",
                     counted(simulation.cpus, "CPU"), counted(simulation.nodes, "node"),
                     simulation.line, counted(simulation.quantum, "instruction"), budget,
                     simulation.seed, latencies);
}

} // namespace fsfind::record
