#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <vector>

namespace fsfind {

/// What to do about data that recording and sources both show, the best first: the source's advice,
/// but only if it ends what was measured (rules/join/EndsMeasured.h); else the recording's.
/// `measured` is sorted by cost and not empty, `latent` begins with the best match.
[[nodiscard]] std::vector<Advice> joinedAdvice(const std::vector<const Finding *> &measured,
                                               const std::vector<const Finding *> &latent,
                                               std::uint32_t line_size, const FileMatch &files);

} // namespace fsfind
