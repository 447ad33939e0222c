#include "rules/compare/Rates.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fsfind {

namespace {

/// A binomial law: each of `trials` counts with probability `chance`. `rest` is 1 - chance, stored
/// because the subtraction would lose digits.
struct Binomial {
  std::uint64_t trials = 0;
  double chance = 0.5, rest = 0.5;
  [[nodiscard]] Binomial mirrored() const { return {trials, rest, chance}; }
};

double at(const Binomial &law, std::uint64_t count) {
  const double all = static_cast<double>(law.trials), some = static_cast<double>(count);
  const double other = all - some;
  const double ways = std::lgamma(all + 1) - std::lgamma(some + 1) - std::lgamma(other + 1);
  return std::exp(ways + some * std::log(law.chance) + other * std::log(law.rest));
}

/// The probability of `count` or more. `count` is not below the mean, so that the terms only fall.
double sumUpwards(const Binomial &law, std::uint64_t count) {
  constexpr double kNegligible = 1e-16;
  double sum = 1, term = 1;
  for (std::uint64_t i = count; i < law.trials && term > sum * kNegligible; ++i) {
    term *=
        static_cast<double>(law.trials - i) / static_cast<double>(i + 1) * law.chance / law.rest;
    sum += term;
  }
  return std::min(1.0, sum * at(law, count));
}

/// From so many trials on, the normal law is as exact and takes constant time.
constexpr std::uint64_t kMany = 1000000;

double normalTail(const Binomial &law, std::uint64_t count) {
  const double all = static_cast<double>(law.trials);
  const double deviation = std::sqrt(all * law.chance * law.rest);
  return std::erfc((static_cast<double>(count) - 0.5 - all * law.chance) / deviation /
                   std::sqrt(2.0)) /
         2;
}

/// The probability of `count` or more.
double upperTail(const Binomial &law, std::uint64_t count) {
  if (count == 0)
    return 1;
  if (law.trials > kMany)
    return normalTail(law, count);
  if (static_cast<double>(count) >= static_cast<double>(law.trials) * law.chance)
    return sumUpwards(law, count);
  return 1 - sumUpwards(law.mirrored(), law.trials - count + 1);
}

/// The smallest chance at which `count` or more of `trials` has at least the probability `tail`.
double lowerBound(std::uint64_t trials, std::uint64_t count, double tail) {
  constexpr int kHalvings = 60; // a double has 53 bits
  if (count == 0)
    return 0;
  double low = 0, high = 1;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (upperTail({trials, middle, 1 - middle}, count) < tail ? low : high) = middle;
  }
  return high;
}

double quotient(double above, double below) {
  return below > 0 ? above / below : std::numeric_limits<double>::infinity();
}

/// The Poisson count that tells as much as the count does.
SampleCount independent(const SampleCount &count, double scatter) {
  if (scatter <= 1)
    return count;
  return {static_cast<std::uint64_t>(std::round(static_cast<double>(count.samples) / scatter)),
          count.exposure / scatter};
}

} // namespace

double SampleCount::rate() const {
  return exposure > 0 ? static_cast<double>(samples) / exposure : 0;
}

RateChange compareRates(const SampleCount &counted_before, const SampleCount &counted_after,
                        double confidence, double scatter) {
  const SampleCount before = independent(counted_before, scatter),
                    after = independent(counted_after, scatter);
  RateChange change;
  change.high = std::numeric_limits<double>::infinity();
  const double work = before.exposure + after.exposure, alpha = 1 - confidence;
  const std::uint64_t all = before.samples + after.samples;
  if (all == 0 || before.exposure <= 0 || after.exposure <= 0)
    return change;
  const Binomial law{all, after.exposure / work, before.exposure / work};
  const double least = std::min(upperTail(law, all), upperTail(law.mirrored(), all));
  const double more = upperTail(law, after.samples);
  const double fewer = upperTail(law.mirrored(), before.samples);
  const double scale = before.exposure / after.exposure;
  const double low = lowerBound(all, after.samples, alpha / 2);
  const double high_rest = lowerBound(all, before.samples, alpha / 2);
  change.ratio = quotient(counted_after.rate(), counted_before.rate());
  change.low = quotient(low, 1 - low) * scale;
  change.high = quotient(1 - high_rest, high_rest) * scale;
  change.p_value = std::min(1.0, 2 * std::min(more, fewer));
  change.significant = change.p_value < alpha;
  change.too_few = 2 * least >= alpha;
  return change;
}

} // namespace fsfind
