#pragma once

#include "rules/model/Facts.h"

#include <algorithm>

namespace fsfind {

/// Whether any function makes an allocation that fits.
template <class Fits> [[nodiscard]] bool anyAllocation(const Facts &facts, const Fits &fits) {
  return std::any_of(facts.functions.begin(), facts.functions.end(), [&](const FactFunction &one) {
    return std::any_of(one.allocations.begin(), one.allocations.end(), fits);
  });
}

} // namespace fsfind
