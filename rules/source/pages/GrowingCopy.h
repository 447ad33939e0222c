#pragma once

#include "rules/model/Facts.h"

/// Memory that grows: what is copied into the new block has been touched before.
namespace fsfind {

/// Whether the function, by that write, fills a block of its own out of the elements of a member
/// that it then gives the block to: `grown[i] = data[i]; …; data = grown;`.
[[nodiscard]] bool isGrowingCopy(const FactFunction &function, const FactAccess &write);

} // namespace fsfind
