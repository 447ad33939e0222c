#pragma once

#include "rules/model/Facts.h"

#include <optional>

/// Functions that give a buffer back: an allocator of the project's own, `std::vector<T> zeros(n)`.
namespace fsfind {

struct Made {
  bool filled = false;                        ///< the function's thread writes all elements
  bool by_threads = false;                    ///< threads that it starts write elements
  const FactAllocation *allocation = nullptr; ///< if known
};

/// Nothing if the function gives back no buffer of its own making.
[[nodiscard]] std::optional<Made> madeBy(const Facts &facts, FunctionIndex function);

/// A write to all elements of what the designator's first pointer or container leads to.
[[nodiscard]] bool isElementwise(const FactAccess &access);

} // namespace fsfind
