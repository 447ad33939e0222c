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

/// Advice ends what was measured if it ends at least this part of the contended loads.
inline constexpr double kLeastEnded = 0.5;

/// `latent` is the finding that `advice` is given for. Separating ends contention on different
/// bytes only, of elements and objects if these are what was measured; of members that the
/// recording names it is planned by what was measured (rules/join/PlanMeasured.h), not taken from
/// the source. Changing a datum less often, or one for each thread, ends what the latent finding's
/// own members take part in.
[[nodiscard]] Ends ends(const Advice &advice, const Finding &measured, const Finding &latent,
                        std::uint32_t line_size, const FileMatch &files);

/// Whether most contended loads of members that others take away hit members of the latent finding,
/// and lose their line to such; also if the recording names no members.
[[nodiscard]] bool isAboutMost(const Finding &measured, const Finding &latent,
                               const FileMatch &files);

} // namespace fsfind
