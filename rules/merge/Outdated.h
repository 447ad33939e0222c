#pragma once

#include "rules/model/Facts.h"

#include <vector>

namespace fsfind {

/// Removes from `program` what it says of files that have changed since (`changed`, by file index).
/// Functions, variables and records there become mere declarations. `current` holds the facts of
/// the files as they are now: merged and linked(), it defines them again. References to members
/// from other files are moved to the members of the same name in `current`.
void dropOutdated(Facts &program, const std::vector<bool> &changed, const Facts &current);

} // namespace fsfind
