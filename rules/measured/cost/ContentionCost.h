#pragma once

#include "rules/measured/cost/ContentionDistance.h"
#include "rules/model/Finding.h"

#include <span>

/// What contention costs, and what ending it may gain, from the samples of a recording.
namespace fsfind {

/// Fewer contended samples do not say what they cost: ten are known to within a factor of two.
inline constexpr std::uint64_t kMinCostSamples = 10;
/// The same for the mean latency of the recording's hits.
inline constexpr std::uint64_t kMinHitSamples = 10;

/// Adds up the contended samples of one finding.
class ContentionCost {
public:
  /// Accesses of one line that take part.
  void addLine(const Topology &topology, std::span<const Access *const> accesses);

  /// All of the cost but `hitm` and `latency_share`, which ranks the finding.
  [[nodiscard]] FindingCost cost(const Profile &profile) const;

private:
  [[nodiscard]] Estimate share(const Profile &profile, CostBase base) const;
  [[nodiscard]] std::optional<ExpectedGain> gain(const Profile &profile,
                                                 const Estimate &share) const;

  std::uint64_t samples_ = 0, local_ = 0, latency_ = 0, cost_ = 0;
  double squares_ = 0;
  ContentionDistance distance_;
};

/// CPU time where the recording's times and CPU allow to estimate it and the sampled latencies fit
/// into it (those of overlapping loads need not), else sampled cycles.
[[nodiscard]] CostBase costBase(const Profile &profile);

} // namespace fsfind
