#include "rules/model/Spread.h"

#include <algorithm>
#include <cmath>

namespace fsfind {

namespace {

/// `sorted` is not empty; `share` is from 0 to 1.
double quantile(const std::vector<double> &sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

} // namespace

Spread spreadOf(std::vector<double> values) {
  constexpr double kLow = 0.25, kMiddle = 0.5, kHigh = 0.75;
  if (values.empty())
    return {};
  std::sort(values.begin(), values.end());
  return {quantile(values, kMiddle), quantile(values, kLow), quantile(values, kHigh),
          static_cast<std::uint32_t>(values.size())};
}

} // namespace fsfind
