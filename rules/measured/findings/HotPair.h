#pragma once

#include "rules/measured/findings/UsedLine.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace fsfind {

/// Of a thread's contended loads of `waiting`, another one's stores to `writing`, another member on
/// the same line, are the likeliest cause. Both are Identity::member.
struct HotPair {
  std::uint32_t waiting = Identity::kNone, writing = Identity::kNone;
};

/// Finds the two members of a finding that contend most.
class HotPairs {
public:
  /// `part_of[c]`: cell c belongs to the finding.
  void addLine(const UsedLine &used, const std::vector<bool> &part_of);

  /// Of different members; empty if the samples show no such pair.
  [[nodiscard]] std::optional<HotPair> hottest() const;

private:
  /// Contended loads times stores beside them, of all lines, by the pair's members.
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> weights_;
};

} // namespace fsfind
