#pragma once

#include "rules/program/Program.h"

#include <vector>

namespace fsfind {

/// Of each array of records whose element a thread keeps as its own, in a thread-local variable or
/// with the thread's number in it: how the element was chosen, once for each array.
[[nodiscard]] std::vector<Selection> keptSlots(const Program &program);

} // namespace fsfind
