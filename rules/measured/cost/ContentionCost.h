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

/// Adds up the contended samples of one finding, and what its stores waited: by simulation and by a
/// clock, where the weight of a store is that alone. Hardware's, if it has any, holds more, and is
/// left out.
class ContentionCost {
public:
  /// The accesses of one line that belong to the finding. `met_part`: of the stores that missed
  /// those that took the line from another core, 0..1.
  void addLine(const Topology &topology, std::span<const Access *const> accesses,
               double met_part = 1);

  /// The finding's cost without `hitm` and `latency_share`, which Tally adds.
  [[nodiscard]] FindingCost cost(const Profile &profile) const;

private:
  /// Samples, and the sums of their weight x period and of its square.
  struct Waits {
    std::uint64_t samples = 0, cost = 0;
    double squares = 0;
  };
  /// Of loads and stores: a clock does not tell which of them its samples waited for.
  [[nodiscard]] Waits waits() const;
  [[nodiscard]] static Estimate share(const Waits &waits, const Profile &profile, CostBase base);
  [[nodiscard]] std::optional<ExpectedGain> gain(const Profile &profile,
                                                 const Estimate &share) const;

  Waits loads_, stores_; ///< contended loads; stores that missed the first-level cache
  std::uint64_t local_ = 0, latency_ = 0, spins_ = 0;
  ContentionDistance distance_;
};

/// What cost is a share of: CPU time if it can be estimated and is not less than the sampled
/// latencies (which overlap, so that their sum may exceed it), else sampled cycles. A clock samples
/// CPU time.
[[nodiscard]] CostBase costBase(const Profile &profile);

} // namespace fsfind
