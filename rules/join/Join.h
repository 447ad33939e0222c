#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <vector>

namespace fsfind {

/// What a recording shows.
struct Measurement {
  std::vector<Finding> findings;
  /// Contended samples of the whole recording (HITM; peer loads where hardware has no HITM), of
  /// which the findings' are parts.
  std::uint64_t contended = 0;
  bool peers = false; ///< they are peer loads
};

/// One list of what a recording shows and of what the sources show; a measured finding and a latent
/// one that tell of the same thing (rules/join/Agreement.h) become one that is confirmed. Each
/// finding of either is in exactly one of the result, whose `sides` tell of what it was made. The
/// order of what is given does not matter, and joining with nothing changes nothing.
///
/// A confirmed finding has the rule, place, record and advice of the source, the cost, threads and
/// lines of the recording, and all members of both; of several measured ones (objects of one type
/// in several variables, which one edit ends) the sums. Ranks are by cost; latent ones come after,
/// the most certain first.
/// `files` are all that the sources have, since a file without findings can be the measured one.
[[nodiscard]] std::vector<Finding> join(const Measurement &measured, std::vector<Finding> latent,
                                        const std::vector<std::string> &files);

} // namespace fsfind
