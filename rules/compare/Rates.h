#pragma once

#include <cstdint>

/// Whether two counts of samples, taken over different amounts of work, show different rates.
namespace fsfind {

/// Samples counted over an exposure: how much work there was in which they could have occurred, in
/// any unit that both counts have.
struct SampleCount {
  std::uint64_t samples = 0;
  double exposure = 0;               ///< not negative
  [[nodiscard]] double rate() const; ///< 0 without exposure
};

/// What happens to the rate from one count to the other.
struct RateChange {
  double ratio = 1;         ///< after by before; infinite if there were none before
  double low = 0, high = 0; ///< bounds of the ratio at the confidence asked for
  double p_value = 1;       ///< how often chance alone gives a difference as large
  bool significant = false; ///< `p_value` is below what the confidence allows
  bool too_few = true;      ///< no division of so few samples would be significant
};

/// Samples, of which the two may have 2^63 together, are taken as Poisson counts. Given their sum,
/// the later count is then binomial, which is tested exactly, on two sides, by doubling the smaller
/// tail; the bounds are Clopper and Pearson's (1934). Mirrored: exchanging the counts inverts the
/// ratio and keeps everything else. `confidence` is above 0 and below 1.
[[nodiscard]] RateChange compareRates(const SampleCount &before, const SampleCount &after,
                                      double confidence);

} // namespace fsfind
