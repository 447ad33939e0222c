#pragma once

#include "rules/remedy/source/AdviceCase.h"

#include <optional>

namespace fsfind {

/// Advice to make an aligned record of the name that the array's elements have, as `Cell` in
/// `using Cell = std::atomic<long>; std::vector<Cell> counts;`: all that is declared by the name
/// follows. Without an edit, `why` is the reason, a clause; empty if they have no such name.
[[nodiscard]] std::optional<Advice> recordOfName(const AdviceCase &at, const FactSlots &array);

} // namespace fsfind
