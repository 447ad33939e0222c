#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

namespace fsfind {

/// Enters into each finding about objects on the heap the place that allocates them, if the sources
/// have only one: recordings know the objects by it, where a pointer's name does not tell.
void addAllocations(const Facts &facts, std::vector<Finding> &findings);

} // namespace fsfind
