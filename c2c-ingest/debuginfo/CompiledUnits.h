#pragma once

#include "c2c-ingest/debuginfo/DwarfUnits.h"
#include "rules/model/CompiledUnit.h"

namespace fsfind::debuginfo {

/// Adds the units in C and C++ to the module, in their order.
void addCompiledUnits(DwarfUnits &units, CompiledModule &module);

} // namespace fsfind::debuginfo
