#pragma once

#include "rules/model/Facts.h"

namespace fsfind {

/// Whether the function reads the written elements before `write`, with no allocation in between:
/// then they were filled before.
[[nodiscard]] bool readsBefore(const FactFunction &function, const FactAccess &write);

} // namespace fsfind
