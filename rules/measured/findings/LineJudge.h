#pragma once

#include "rules/measured/findings/LineVerdicts.h"

#include <optional>
#include <vector>

namespace fsfind {

/// That a line belongs to the finding on these variables (Identity::variable, ascending; several
/// are neighbours).
struct LineClaim {
  std::vector<std::uint32_t> variables;
  /// Empty where the line's samples are too few for a verdict of their own.
  std::optional<LineVerdict> verdict;
};

/// Decides which rules the samples of one line support. Empty where no variable explains what they
/// show.
[[nodiscard]] std::vector<LineClaim> claimsOf(const Profile &profile, const UsedLine &used);

/// Which cells of the line belong to the variables, which ascend.
[[nodiscard]] std::vector<bool> partOf(const UsedLine &used,
                                       const std::vector<std::uint32_t> &variables);

/// What the samples of all its bytes show, whatever lies there; empty if it is no sharing.
[[nodiscard]] std::optional<Sharing> sharingOfBytes(const UsedLine &used);

} // namespace fsfind
