#include "rules/model/Seen.h"

#include "rules/model/PoissonInterval.h"
#include "rules/model/Profile.h"

#include <algorithm>
#include <cmath>

namespace fsfind {

double shareOf(const Seen &seen) {
  return seen.executed == 0
             ? 1
             : static_cast<double>(seen.simulated) / static_cast<double>(seen.executed);
}

double scaleOf(const Seen &seen) {
  const double share = shareOf(seen);
  return share > 0 ? 1 / share : 1;
}

std::uint64_t ofRun(const Seen &seen, std::uint64_t of_bursts) {
  constexpr double kMost = 1e19; // fits into 64 bits
  const double scaled = static_cast<double>(of_bursts) * scaleOf(seen);
  return scaleOf(seen) == 1 ? of_bursts : static_cast<std::uint64_t>(std::min(scaled, kMost));
}

double scatterOf(const Seen &seen) {
  if (seen.simulated == seen.executed || seen.bursts == 0 || seen.contended == 0)
    return 1;
  const double mean = static_cast<double>(seen.contended) / static_cast<double>(seen.bursts);
  const double variance = seen.steps < kFewestSteps
                              ? mean * mean
                              : seen.step_squares / (2 * static_cast<double>(seen.steps));
  return std::max(1.0, variance / mean);
}

RunEstimate estimateOfRun(const Seen &seen, std::uint64_t samples, double period) {
  const double weight = period * scaleOf(seen), count = static_cast<double>(samples);
  const Interval counted = widened(poissonInterval(samples), count, scatterOf(seen));
  return {count * weight, std::max(counted.low * weight, count * period), counted.high * weight};
}

RunEstimate contendedLoadsOfRun(const Profile &profile) {
  const auto samplesOf = [&](SampleClass kind) {
    return profile.classes[static_cast<std::size_t>(kind)];
  };
  const double period = profile.totals.load == 0 ? 1
                                                 : static_cast<double>(profile.estimated_loads) /
                                                       static_cast<double>(profile.totals.load);
  return estimateOfRun(
      *profile.source.seen,
      samplesOf(SampleClass::LoadLocalHitm) + samplesOf(SampleClass::LoadRemoteHitm), period);
}

} // namespace fsfind
