#pragma once

#include "c2c-ingest/record/layout/Options.h"

#include <string>

namespace fsfind::record {

/// The machine that a simulated recording is of, and how it is sampled.
using Simulation = sim::Options;

/// Each node owns as much physical memory as this many address bits reach: node n has
/// [n << 36, (n + 1) << 36).
inline constexpr unsigned kNodeMemoryBits = 36;

/// CPUs are cores of their own; nodes own consecutive CPUs.
std::uint32_t nodeOfCpu(const Simulation &simulation, std::uint32_t cpu);
/// `0-3`: the CPUs of a node.
std::string cpusOfNode(const Simulation &simulation, std::uint32_t node);

/// `8 CPUs on 2 nodes, 64-byte lines, 200 instructions a turn, seed 1`
std::string inWords(const Simulation &simulation);

} // namespace fsfind::record
