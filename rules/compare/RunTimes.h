#pragma once

#include <vector>

/// Whether a program runs faster or slower than another one, by the times of several runs; or costs
/// less or more, by the cycles of several recordings.
namespace fsfind {

/// How the time of a run changes from one program to the other.
struct TimeChange {
  double before = 0, after = 0; ///< median times, in seconds
  double ratio = 1;             ///< after / before
  double low = 0, high = 0;     ///< bounds of the ratio, 95 % sure
  bool shown = false;           ///< the bounds do not include 1
};

/// The fewest runs of each program that it is timed with.
inline constexpr unsigned kLeastRuns = 10;

/// The ratio is Hodges and Lehmann's estimate: the median of the ratios of each later time to each
/// earlier one. The bounds are the ratios whose ranks Wilcoxon's rank sum test would not refuse, by
/// its normal approximation (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods, 3rd
/// edition, 4.2 and 4.3, on the logarithms of the times), which from four
/// times in each list on refuses no rank sum that the exact law would not. So nothing is assumed of
/// how times are distributed, single slow runs hardly matter, and the same times always give the
/// same bounds. Both lists have at least four times above 0.
[[nodiscard]] TimeChange compareTimes(const std::vector<double> &before,
                                      const std::vector<double> &after);

/// Of times in seconds; 0 if there are none.
[[nodiscard]] double median(std::vector<double> times);

} // namespace fsfind
