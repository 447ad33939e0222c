#pragma once

#include "c2c-ingest/debuginfo/FunctionInfo.h"
#include "c2c-ingest/debuginfo/Types.h"

namespace fsfind::debuginfo {

/// What the function hands out, by its signature.
HandsOut handedOutBy(DwarfUnits &units, Types &types, Dwarf_Die function);

} // namespace fsfind::debuginfo
