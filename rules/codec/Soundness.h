#pragma once

#include "rules/model/Facts.h"

namespace fsfind {

/// Removes contradictions, so that users of facts need not check for them: members that their
/// record does not have, locks that the function does not take, units that do not exist, types and
/// records that contain themselves, functions within themselves. Indices of other tables must be
/// valid already.
void makeSound(Facts &facts);

} // namespace fsfind
