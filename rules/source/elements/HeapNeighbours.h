#pragma once

#include "rules/model/Finding.h"
#include "rules/program/Program.h"

#include <vector>

/// Small objects, one for each thread, that one thread allocates one after the other: the heap puts
/// them side by side.
namespace fsfind {

[[nodiscard]] std::vector<Finding> heapNeighbours(const Program &program);

} // namespace fsfind
