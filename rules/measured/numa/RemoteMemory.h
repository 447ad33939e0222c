#pragma once

#include "rules/measured/numa/UnnamedMemory.h"
#include "rules/model/Finding.h"

#include <vector>

namespace fsfind {

struct RemoteMemory {
  std::vector<Finding> findings; ///< without ranks
  RemoteUnnamed unnamed; ///< empty if hardly any memory is remote (Profile::memory_line_step)
};

/// Findings on objects whose pages lie on one node, because one thread touched them first, while
/// threads on several nodes load them and many loads are remote (MemoryUse::isRemote). There is one
/// for each variable, or each type of objects without a variable; for memory with neither, one for
/// each function that loads it.
[[nodiscard]] RemoteMemory remoteMemory(const Profile &profile);

} // namespace fsfind
