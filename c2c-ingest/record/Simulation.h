#pragma once

#include "c2c-ingest/record/layout/Options.h"

#include <string>
#include <vector>

namespace fsfind::record {

/// The simulated machine, and how it is sampled.
using Simulation = sim::Options;

/// Each node owns 2^36 bytes of physical memory: node n has [n << 36, (n + 1) << 36).
inline constexpr unsigned kNodeMemoryBits = 36;

/// Each CPU is a core of its own; a node's CPUs are consecutive.
std::uint32_t nodeOfCpu(const Simulation &simulation, std::uint32_t cpu);
/// `0-3`: the CPUs of a node.
std::string cpusOfNode(const Simulation &simulation, std::uint32_t node);

/// `8 CPUs on 2 nodes, 64-byte lines, 200 instructions a turn, seed 1`
std::string inWords(const Simulation &simulation);

/// `key=value` of each option that whoever simulates is told: sim::setOption reads them.
std::vector<std::string> settingsOf(const Simulation &simulation);

} // namespace fsfind::record
