#include "rules/model/PoissonInterval.h"

#include <algorithm>
#include <cmath>

namespace fsfind {

namespace {

/// Quantile of the normal distribution that leaves 2.5 % on each side.
constexpr double kZ = 1.959964;

double cube(double value) {
  return value * value * value;
}

} // namespace

Interval poissonInterval(std::uint64_t count) {
  const double n = static_cast<double>(count), above = n + 1;
  Interval interval;
  if (count != 0)
    interval.low = std::max(0.0, n * cube(1 - 1 / (9 * n) - kZ / (3 * std::sqrt(n))));
  interval.high = above * cube(1 - 1 / (9 * above) + kZ / (3 * std::sqrt(above)));
  return interval;
}

Interval widened(const Interval &interval, double value, double scatter) {
  const double factor = std::sqrt(scatter);
  return {std::max(0.0, value + factor * (interval.low - value)),
          value + factor * (interval.high - value)};
}

Interval weightedInterval(std::uint64_t count, double sum, double squares, double scatter) {
  if (count == 0)
    return {};
  const double n = static_cast<double>(count);
  const Interval counted = poissonInterval(count);
  const double scale = std::sqrt(squares / n);
  return widened({sum + scale * (counted.low - n), sum + scale * (counted.high - n)}, sum, scatter);
}

} // namespace fsfind
