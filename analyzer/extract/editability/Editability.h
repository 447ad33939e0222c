#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// After the whole unit was read: gives the records in the facts what was noted of them, and
/// decides which of them may be edited where. Records may enter the facts by it.
void settleEditability(Unit &unit);

} // namespace fsfind::analyzer
