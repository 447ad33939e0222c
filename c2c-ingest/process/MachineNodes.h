#pragma once

#include "c2c-ingest/process/ProcFiles.h"
#include "rules/model/Placement.h"

#include <vector>

namespace fsfind::process {

/// The NUMA nodes by /sys/devices/system/node (Documentation/ABI/stable/sysfs-devices-node), with
/// their CPUs and memory. Without that folder: one node, 0, with no known CPUs.
[[nodiscard]] std::vector<MemoryNode> machineNodes(const ProcFiles &files);

/// The node of a CPU; CpuParts::kNone if none has it. A machine of one node has it for all.
[[nodiscard]] std::uint32_t nodeOf(const std::vector<MemoryNode> &nodes, std::uint32_t cpu);

/// Adds kernel.numa_balancing, the pages that it migrated, and the use of transparent huge pages.
void readMachineSettings(const ProcFiles &files, Placement &placement);

} // namespace fsfind::process
