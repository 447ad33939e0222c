#pragma once

#include "rules/model/Finding.h"
#include "rules/program/Program.h"

#include <vector>

namespace fsfind {

/// Arrays of which different threads write elements that the code names by constant numbers:
/// `done[0]` in one thread, `done[1]` in another. One finding for each variable.
[[nodiscard]] std::vector<Finding> numberedElements(const Program &program);

} // namespace fsfind
