#pragma once

#include "rules/model/Facts.h"

namespace fsfind {

/// Makes unknown what contradicts itself, so that no reader of facts need ask: members that their
/// record does not have, locks that the function does not take, units that are not there, types and
/// records that contain themselves, functions within themselves. Indices of tables must be valid.
void makeSound(Facts &facts);

} // namespace fsfind
