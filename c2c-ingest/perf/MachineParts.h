#pragma once

#include "c2c-ingest/perf/Recording.h"
#include "rules/model/Topology.h"

namespace fsfind::perf {

/// Which CPUs share a core, an L3, a die, a socket and a node, from the header features
/// CPU_TOPOLOGY, CACHE and NUMA_TOPOLOGY; what a recording lacks stays unknown.
[[nodiscard]] Topology machineTopology(const Features &features);

/// Nominal frequency in Hz as Intel's CPU descriptions end with it ("@ 2.10GHz"); 0 = unknown.
[[nodiscard]] double nominalFrequency(const std::string &cpu_description);

} // namespace fsfind::perf
