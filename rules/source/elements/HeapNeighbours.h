#pragma once

#include "rules/model/Finding.h"
#include "rules/program/Program.h"

#include <vector>

/// Small objects of which each thread has its own, allocated one after the other by one thread: a
/// heap puts them side by side.
namespace fsfind {

[[nodiscard]] std::vector<Finding> heapNeighbours(const Program &program);

} // namespace fsfind
