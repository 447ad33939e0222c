#pragma once

#include "rules/remedy/source/AdviceCase.h"

namespace fsfind {

/// The array of numbers, atomics or locks that the finding points to; null if it is another.
[[nodiscard]] const FactSlots *slotsAt(const AdviceCase &at);

} // namespace fsfind
