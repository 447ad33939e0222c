#pragma once

#include "rules/join/FileMatch.h"
#include "rules/join/Join.h"

#include <vector>

namespace fsfind {

/// Whose rule, place, record and message a confirmed finding has.
enum class Words : std::uint8_t {
  /// Those of the best latent finding, unless it is about other members than the recording shows
  /// fighting.
  OfSource,
  OfRecording, ///< the sources say another harm of the same data
};

/// Makes one confirmed finding of those about the same data. `measured` is sorted by cost, `latent`
/// begins with the best match; neither is empty. `whole` is the recording of the measured ones.
[[nodiscard]] Finding confirmed(const std::vector<const Finding *> &measured,
                                const std::vector<const Finding *> &latent, Words words,
                                const Measurement &whole, const FileMatch &files);

/// Takes from a confirmed finding of an earlier report what its sources said, except names, so that
/// it can be joined with the sources as they are now. Findings that are not confirmed lose only
/// their advice.
[[nodiscard]] Finding measuredPart(Finding finding);

} // namespace fsfind
