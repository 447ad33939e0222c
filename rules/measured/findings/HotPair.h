#pragma once

#include "rules/measured/findings/UsedLine.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace fsfind {

/// One side of a fight: a thread on a member.
struct PairSide {
  std::uint32_t member = Identity::kNone; ///< Identity::member
  ThreadIndex thread;
  bool writes = false;
};

/// A thread whose loads are contended, and another one whose stores to another member of the same
/// line are the likeliest cause.
struct HotPair {
  PairSide waiting, writing;
};

/// Finds the two members of a finding that contend most.
class HotPairs {
public:
  /// `part_of[c]`: cell c belongs to the finding.
  void addLine(const UsedLine &used, const std::vector<bool> &part_of);

  /// Of different members; empty if the samples show no such pair.
  [[nodiscard]] std::optional<HotPair> hottest() const;

private:
  struct Weighted {
    /// Contended loads times stores beside them: of all lines, and of the line of `pair`.
    double weight = 0, heaviest = 0;
    HotPair pair;
  };

  std::map<std::pair<std::uint32_t, std::uint32_t>, Weighted> pairs_; ///< by members
};

} // namespace fsfind
