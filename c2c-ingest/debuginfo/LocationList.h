#pragma once

#include "c2c-ingest/debuginfo/FunctionInfo.h"
#include "c2c-ingest/debuginfo/Unit.h"

namespace fsfind::debuginfo {

/// A location expression and the code for which it holds.
struct LocatedExpression {
  AddressRange range; ///< svma
  Bytes expression;
};

/// The expressions of a location attribute: one for all of `scope`, or a list (`.debug_loc` of
/// DWARF 2 to 4, its GNU split form, `.debug_loclists` of DWARF 5). libdw does not read the lists
/// of a split unit without its skeleton, so they are read here. Ranges are clipped to `scope`.
std::vector<LocatedExpression> expressionsOf(const Unit &unit, Dwarf_Attribute location,
                                             const std::vector<AddressRange> &scope);

} // namespace fsfind::debuginfo
