#pragma once

#include "rules/model/Profile.h"

namespace fsfind {

/// The innermost frame of the author's own code: what compilers inline from the languages'
/// libraries is not what an author looks for. The innermost of all if every frame is a library's;
/// null without frames.
[[nodiscard]] const Frame *authorFrame(const Site &site);

} // namespace fsfind
