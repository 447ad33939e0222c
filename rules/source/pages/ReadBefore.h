#pragma once

#include "rules/source/pages/FunctionData.h"

namespace fsfind {

/// Whether the function reads the written elements before `write`, with no allocation in between:
/// then they were filled before.
[[nodiscard]] bool readsBefore(const FunctionData &function, const FactAccess &write);

} // namespace fsfind
