#pragma once

#include "rules/model/Profile.h"

#include <array>
#include <span>

namespace fsfind {

/// The distance between CPUs that contend for lines. Each contended sample is distributed over the
/// CPUs on which other threads wrote the line, in proportion to their stores. If no store to the
/// line was sampled, all other threads that use it count as writers.
class ContentionDistance {
public:
  /// The accesses of one line that belong to a finding.
  void addLine(const Topology &topology, std::span<const Access *const> accesses);

  /// Shares of the contended samples by CpuDistance. Their sum is 1, or 0 if none was added.
  [[nodiscard]] std::array<double, kCpuDistanceCount> shares() const;

private:
  std::array<double, kCpuDistanceCount> samples_{};
};

} // namespace fsfind
