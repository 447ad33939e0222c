#pragma once

#include "rules/model/Finding.h"

namespace fsfind {

/// The one place that tools show a finding at: where its first edit is, if that is in the file that
/// the finding is in, for they offer an edit only where it changes that line; else the finding's
/// own. It may be unknown.
[[nodiscard]] Place primaryPlace(const Finding &finding);

} // namespace fsfind
