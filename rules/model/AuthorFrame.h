#pragma once

#include "rules/model/Profile.h"

namespace fsfind {

/// The innermost frame that is not in a library of the language, since authors look for their own
/// code. The innermost frame of all if every frame is in a library; null if the site has no frames.
/// It points into `site`.
[[nodiscard]] const Frame *authorFrame(const Site &site);

} // namespace fsfind
