#pragma once

#include <cstdint>

namespace fsfind {

/// The bounds of a sum with 95 % confidence.
struct Interval {
  double low = 0, high = 0;
};

/// What the mean of a Poisson count is, given one count: Byar's approximation of the exact limits,
/// good to a percent from counts of five on (Breslow and Day, Statistical Methods in Cancer
/// Research II, 1987, section 2.3).
[[nodiscard]] Interval poissonInterval(std::uint64_t count);

/// The same of a sum of `count` samples of different weights, with the sum of their squares: the
/// method of Dobson, Kuulasmaa, Eberle and Scherer (Statistics in Medicine 10, 1991, 457-462),
/// which is the Poisson interval for equal weights and the normal one for many samples. Takes
/// samples to be drawn independently.
[[nodiscard]] Interval weightedInterval(std::uint64_t count, double sum, double squares);

} // namespace fsfind
