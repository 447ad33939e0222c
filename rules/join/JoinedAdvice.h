#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <vector>

namespace fsfind {

/// What to do about data that recording and sources both show.
struct JoinedAdvice {
  std::vector<Advice> advice; ///< the best first
  /// The sources have advice, but none that ends what was measured: what they say is about other
  /// data than those that the recording shows fighting.
  bool source_misses = false;
};

/// The source's advice, since it can have edits, but only if it ends what was measured
/// (rules/join/EndsMeasured.h); else the recording's. If the cost is next to nothing, the advice to
/// leave the data alone comes first, and the edits are dropped. `confirmed` has the cost of all,
/// `measured` is sorted by cost and not empty, `latent` begins with the best match.
[[nodiscard]] JoinedAdvice joinedAdvice(const Finding &confirmed,
                                        const std::vector<const Finding *> &measured,
                                        const std::vector<const Finding *> &latent,
                                        std::uint32_t line_size, const FileMatch &files);

} // namespace fsfind
