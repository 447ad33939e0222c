#pragma once

#include "c2c-ingest/process/MappedModules.h"
#include "rules/model/Placement.h"

#include <span>
#include <string>
#include <vector>

namespace fsfind::process {

/// The heap allocators whose functions the modules define, by their symbol tables: in libraries and
/// in programs that are linked with them statically. A module's file name says nothing. glibc's is
/// left out where another one takes the place of malloc(3).
[[nodiscard]] std::vector<PlacedAllocator> allocatorsIn(std::span<const MappedModule> modules);

/// The same for the names that one module defines.
[[nodiscard]] std::vector<PlacedAllocator> allocatorsAmong(const std::vector<std::string> &names);

} // namespace fsfind::process
