#include "rules/compare/RunTimes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace fsfind {

namespace {

constexpr double kTwoSided95 = 1.959963984540054; ///< quantile of the normal distribution

/// How many of the ratios lie outside each bound: the greatest rank sum, less its minimum, that the
/// test refuses.
std::size_t ratiosOutside(std::size_t earlier, std::size_t later) {
  const auto m = static_cast<double>(earlier), n = static_cast<double>(later);
  const double rank = m * n / 2 - kTwoSided95 * std::sqrt(m * n * (m + n + 1) / 12);
  return rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1;
}

double middle(const std::vector<double> &sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

} // namespace

double median(std::vector<double> times) {
  if (times.empty())
    return 0;
  std::sort(times.begin(), times.end());
  return middle(times);
}

TimeChange compareTimes(const std::vector<double> &before, const std::vector<double> &after) {
  std::vector<double> ratios;
  ratios.reserve(before.size() * after.size());
  for (const double earlier : before)
    for (const double later : after)
      ratios.push_back(later / earlier);
  std::sort(ratios.begin(), ratios.end());
  const std::size_t outside = ratiosOutside(before.size(), after.size());
  TimeChange change;
  change.before = median(before);
  change.after = median(after);
  change.ratio = middle(ratios);
  change.low = ratios[outside];
  change.high = ratios[ratios.size() - 1 - outside];
  change.shown = change.high < 1 || change.low > 1;
  return change;
}

} // namespace fsfind
