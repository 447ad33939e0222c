#pragma once

#include "rules/model/Finding.h"

namespace fsfind {

/// The one place that tools show a finding at: the start of its first edit if that is in the
/// finding's own file, because tools offer an edit only at a line that it changes. Else the
/// finding's location, which may be unknown.
[[nodiscard]] Place primaryPlace(const Finding &finding);

} // namespace fsfind
