#pragma once

#include "rules/model/Profile.h"

#include <array>
#include <span>

namespace fsfind {

/// How far contended loads had to go: each contended sample is shared out among the CPUs that wrote
/// the line from other threads, by how often they did. Lines without a sampled store take all
/// other threads on them for writers.
class ContentionDistance {
public:
  /// Accesses of one line that take part in a finding.
  void addLine(const Topology &topology, std::span<const Access *const> accesses);

  /// Parts of the contended samples by CpuDistance: sum 1, or 0 where none was added.
  [[nodiscard]] std::array<double, kCpuDistanceCount> shares() const;

private:
  std::array<double, kCpuDistanceCount> samples_{};
};

} // namespace fsfind
