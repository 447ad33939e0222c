#pragma once

#include "rules/join/FileMatch.h"
#include "rules/join/Join.h"

#include <vector>

namespace fsfind {

/// One finding of those that tell of the same thing: `measured` by cost, `latent` the best match
/// first; neither is empty. `whole` is the recording they are part of.
[[nodiscard]] Finding confirmed(const std::vector<const Finding *> &measured,
                                const std::vector<const Finding *> &latent,
                                const Measurement &whole, const FileMatch &files);

/// What the recording alone says of a finding that was confirmed when it was reported, so that it
/// can be joined with sources as they are now: nothing of what the sources said then is left but
/// names. Others lose their advice only.
[[nodiscard]] Finding measuredPart(Finding finding);

} // namespace fsfind
