#pragma once

#include "rules/model/Facts.h"

#include <optional>

/// Functions that return a buffer they made: an allocator of the project's own,
/// `std::vector<T> zeros(n)`.
namespace fsfind {

struct Made {
  bool filled = false;                        ///< the function's thread writes all elements
  bool by_threads = false;                    ///< threads that it starts write elements
  const FactAllocation *allocation = nullptr; ///< null if unknown
};

/// None if the function returns no buffer that it made.
[[nodiscard]] std::optional<Made> madeBy(const Facts &facts, FunctionIndex function);

/// A write to all elements of the memory that the designator's first pointer or container holds.
[[nodiscard]] bool isElementwise(const FactAccess &access);

} // namespace fsfind
