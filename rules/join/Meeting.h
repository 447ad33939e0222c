#pragma once

#include "rules/join/UsedData.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace fsfind {

/// A record with the members on which threads meet there.
struct Meeting {
  std::vector<const UsedDatum *> members;
  std::size_t depth = 0; ///< the step of each member's trail that is in the record
};

/// The innermost record whose own members part the writers, from that at `depth` on. None if all
/// have the same writers, if the members are in several records, or if threads meet within elements
/// of an array, since which of them they use is not told. `all` outlives the result.
[[nodiscard]] std::optional<Meeting> meetingOf(const std::vector<UsedDatum> &all,
                                               std::size_t depth);

} // namespace fsfind
