#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Finding.h"

#include <cstdint>

/// Whether advice of the sources would end the contention that a recording shows.
namespace fsfind {

enum class Ends : std::uint8_t {
  No,
  Unknown, ///< the recording does not show enough to tell, or the advice only completes another
  Yes,
};

/// `latent` is the finding that `advice` is given for. Separating ends contention on different
/// bytes only: of members, if at least half of the contended loads of members that others write hit
/// members which get lines of their own; of elements and objects, if these are what was measured.
/// Changing a datum less often, or one for each thread, ends what the latent finding's own members
/// take part in.
[[nodiscard]] Ends ends(const Advice &advice, const Finding &measured, const Finding &latent,
                        std::uint32_t line_size, const FileMatch &files);

} // namespace fsfind
