#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

namespace fsfind {

/// Whether threads change most of the contended data in loops by the facts `before`, and in none by
/// those of the edited sources, `after`.
[[nodiscard]] bool areSummedLocally(const Finding &measured, const Facts &before,
                                    const FileMatch &files, const Facts &after);

} // namespace fsfind
