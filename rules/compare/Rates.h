#pragma once

#include <cstdint>

/// Whether two counts of samples, taken over different amounts of work, show different rates.
namespace fsfind {

/// Samples, and the exposure in which they were counted: the amount of work in which they could
/// occur, in any unit that is the same for both counts.
struct SampleCount {
  std::uint64_t samples = 0;
  double exposure = 0;               ///< not negative
  [[nodiscard]] double rate() const; ///< samples per unit of exposure; 0 without exposure
};

/// How the rate changes from one count to the other.
struct RateChange {
  double ratio = 1;         ///< rate after / rate before; infinite if that was 0
  double low = 0, high = 0; ///< bounds of the ratio at the confidence asked for
  double p_value = 1;       ///< how often chance alone gives a difference as large
  bool significant = false; ///< `p_value` is below 1 - confidence
  bool too_few = true;      ///< so few samples that no split would be significant
};

/// Takes the samples, at most 2^63 in both together, as Poisson counts. Given their sum, the later
/// count is binomial; it is tested exactly, two-sided by doubling the smaller tail. The bounds are
/// Clopper and Pearson's (1934). Exchanging the counts inverts the ratio and its bounds and keeps
/// everything else. `confidence` is above 0 and below 1.
///
/// `scatter`, 1 or more, says how many times the counts' variance is that of Poisson counts. A
/// count then tells as much as a Poisson count that is so many times smaller.
[[nodiscard]] RateChange compareRates(const SampleCount &before, const SampleCount &after,
                                      double confidence, double scatter = 1);

} // namespace fsfind
