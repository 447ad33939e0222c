#pragma once

#include <cstdint>
#include <vector>

namespace fsfind {

/// What repeated measurements of one thing lie around. The median and quartiles, since a
/// measurement that was interrupted is wrong by any factor.
struct Spread {
  double median = 0;
  double low = 0, high = 0; ///< the lower and the upper quartile
  std::uint32_t count = 0;  ///< measurements; 0 = nothing was measured, and all else is 0
  bool operator==(const Spread &) const = default;
};

/// Quartiles lie between measurements where they do not fall on one.
[[nodiscard]] Spread spreadOf(std::vector<double> values);

} // namespace fsfind
