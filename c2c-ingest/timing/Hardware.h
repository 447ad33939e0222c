#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Topology.h"

#include <cstdint>
#include <string>
#include <vector>

/// Times what transfers of cachelines and memory cost on this machine.
namespace fsfind::timing {

/// Memory of a NUMA node that this process may use.
struct NodeParts {
  std::uint32_t node = 0;
  std::vector<std::uint32_t> cpus; ///< allowed ones that are the node's own, neighbours together
};

/// The machine as hwloc sees it, as far as this process may use it.
struct Hardware {
  Topology topology;                        ///< of all CPUs of the machine
  std::vector<std::uint32_t> cpus;          ///< allowed by affinity and cpuset, neighbours together
  std::size_t online = 0;                   ///< number of CPUs of the machine
  std::vector<NodeParts> nodes;             ///< ascending
  std::uint64_t l2_bytes = 0, l3_bytes = 0; ///< of one cache; 0 = not known
  std::uint32_t line_size = 0;              ///< bytes
  std::string cpu_model;                    ///< empty = not known
  std::string product;                      ///< of the firmware, with its vendor; empty = not known
};

/// Where the machine is described.
struct HardwareSource {
  /// hwloc's notation (hwloc documentation, "Synthetic topologies"); empty = this machine.
  std::string synthetic;
  /// Allowed CPUs, instead of this thread's affinity; for tests.
  std::vector<std::uint32_t> allowed;
};

/// Fails if hwloc cannot read the machine, or if no CPU is left.
[[nodiscard]] Expected<Hardware> readHardware(const HardwareSource &source = {});

} // namespace fsfind::timing
