#pragma once

#include "analyzer/extract/slots/Slots.h"

#include <llvm/ADT/ArrayRef.h>

namespace fsfind::analyzer {

/// Refuses arrays whose name stands where no use was seen and code may be compiled in another
/// configuration: in a macro's definition or arguments, or between `#if` and `#endif`. Reads the
/// files that have their declarations or uses.
void refuseHiddenMentions(const Unit &unit, llvm::ArrayRef<SlotsDraft *> all);

} // namespace fsfind::analyzer
