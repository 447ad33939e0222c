#pragma once

#include "rules/model/Facts.h"

#include <vector>

namespace fsfind {

/// Takes back what `program` says of the contents of files that have changed since, flagged by
/// number in `changed`: functions, variables and records there are mere declarations from then on,
/// for `current`, which knows the files as they are, to define (linked()). What other files do with
/// members follows them by name.
void dropOutdated(Facts &program, const std::vector<bool> &changed, const Facts &current);

} // namespace fsfind
