#pragma once

#include "rules/measured/cost/ContentionDistance.h"
#include "rules/model/Finding.h"

#include <span>

/// What contention costs, and what ending it may gain, from the samples of a recording.
namespace fsfind {

/// With fewer contended samples no cost is estimated: even with ten it may be off by a factor of
/// two.
inline constexpr std::uint64_t kMinCostSamples = 10;
/// With fewer samples no mean latency is computed, neither of cache hits nor of local loads.
inline constexpr std::uint64_t kMinHitSamples = 10;

/// Adds up the contended samples of one finding.
class ContentionCost {
public:
  /// The accesses of one line that belong to the finding.
  void addLine(const Topology &topology, std::span<const Access *const> accesses);

  /// The finding's cost without `hitm` and `latency_share`, which Tally adds.
  [[nodiscard]] FindingCost cost(const Profile &profile) const;

private:
  [[nodiscard]] Estimate share(const Profile &profile, CostBase base) const;
  [[nodiscard]] std::optional<ExpectedGain> gain(const Profile &profile,
                                                 const Estimate &share) const;

  std::uint64_t samples_ = 0, local_ = 0, latency_ = 0, cost_ = 0;
  double squares_ = 0;
  ContentionDistance distance_;
};

/// What cost is a share of: CPU time if it can be estimated and is not less than the sampled
/// latencies (which overlap, so that their sum may exceed it), else sampled cycles.
[[nodiscard]] CostBase costBase(const Profile &profile);

} // namespace fsfind
