#pragma once

#include "rules/model/Facts.h"

namespace fsfind {

/// What is read before it is written has been filled before, unless it is allocated in between.
[[nodiscard]] bool readsBefore(const FactFunction &function, const FactAccess &write);

} // namespace fsfind
