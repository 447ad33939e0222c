#pragma once

#include "c2c-ingest/process/ProcFiles.h"
#include "rules/model/Placement.h"

#include <vector>

namespace fsfind::process {

/// The threads of a process and the CPUs that they ran on last, by task/TID/stat and status. Those
/// that end meanwhile are left out.
[[nodiscard]] std::vector<PlacedThread> readThreads(const ProcFiles &files,
                                                    const std::vector<MemoryNode> &nodes);

} // namespace fsfind::process
