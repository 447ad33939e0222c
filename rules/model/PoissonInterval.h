#pragma once

#include <cstdint>

namespace fsfind {

/// Lower and upper bound at 95 % confidence.
struct Interval {
  double low = 0, high = 0;
};

/// Bounds of the mean of a Poisson variable that was seen once, as `count`: Byar's approximation of
/// the exact limits, good to a percent from counts of five on (Breslow and Day, Statistical Methods
/// in Cancer Research II, 1987, section 2.3).
[[nodiscard]] Interval poissonInterval(std::uint64_t count);

/// The interval of a number around `value` if its variance is `scatter` times as large.
[[nodiscard]] Interval widened(const Interval &interval, double value, double scatter);

/// The same for the sum of `count` samples with different weights; `squares` is the sum of the
/// squared weights. The method of Dobson, Kuulasmaa, Eberle and Scherer (Statistics in Medicine 10,
/// 1991, 457-462) gives the Poisson interval for equal weights and the normal one for many samples.
/// It assumes that samples are independent; where they are not, `scatter` says how many times
/// their variance is that of independent ones.
[[nodiscard]] Interval weightedInterval(std::uint64_t count, double sum, double squares,
                                        double scatter = 1);

} // namespace fsfind
