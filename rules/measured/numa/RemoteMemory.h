#pragma once

#include "rules/measured/numa/UnnamedMemory.h"
#include "rules/model/Finding.h"

#include <vector>

namespace fsfind {

struct RemoteMemory {
  std::vector<Finding> findings; ///< without ranks
  RemoteUnnamed unnamed; ///< empty where hardly any memory is remote (Profile::memory_line_step)
};

/// Objects whose pages live on one node while threads on several nodes load them from memory, and
/// mostly from afar: one thread touched them first. One finding a variable, or a type of objects
/// without a variable; of memory that has neither, one a function that loads it.
[[nodiscard]] RemoteMemory remoteMemory(const Profile &profile);

} // namespace fsfind
