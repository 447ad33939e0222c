#pragma once

#include "rules/join/UsedData.h"

#include <vector>

namespace fsfind {

/// Gives members the writers of a lock beside them if only threads use them that take it, and all
/// code that uses them holds it: who gets the lock's line gets theirs, and on lines of their own
/// they would have to be fetched as well. Returns the lock if that holds for all others; else null.
const UsedDatum *uniteGuarded(std::vector<UsedDatum> &all, const Facts &facts);

} // namespace fsfind
