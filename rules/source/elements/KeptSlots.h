#pragma once

#include "rules/program/Program.h"

#include <vector>

namespace fsfind {

/// How threads choose the elements that they keep as their own, once for each array of records: a
/// thread stores the address of its element in a thread-local variable, or its number in the
/// element.
[[nodiscard]] std::vector<Selection> keptSlots(const Program &program);

} // namespace fsfind
