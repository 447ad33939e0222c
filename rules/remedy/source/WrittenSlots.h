#pragma once

#include "rules/remedy/source/AdviceCase.h"

#include <string>
#include <vector>

namespace fsfind {

/// What is declared there and has elements of its own: no parameter or reference. Null if that is
/// not among the facts.
[[nodiscard]] const FactSlots *slotsAt(const FactLookup &lookup, const Place &place);
/// The array of numbers, atomics or locks that the finding points to; null if it is another.
[[nodiscard]] const FactSlots *slotsAt(const AdviceCase &at);
/// Whether one of the types (FactSlots::types) is among others.
[[nodiscard]] bool haveCommon(const std::vector<std::string> &types,
                              const std::vector<std::string> &sorted);

} // namespace fsfind
