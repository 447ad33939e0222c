#pragma once

#include "rules/source/pages/FunctionData.h"

/// Memory that grows: the data that is copied into the new block was touched before.
namespace fsfind {

/// Whether `write` copies the elements of a buffer into a new block that then takes the buffer's
/// place: `grown[i] = data[i]; …; data = grown;`.
[[nodiscard]] bool isGrowingCopy(const FunctionData &function, const FactAccess &write);

} // namespace fsfind
