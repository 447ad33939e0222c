#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// Call once the whole unit was read. Writes all that was noted about records into the facts, and
/// decides where they may be edited. Further records may enter the facts.
void settleEditability(Unit &unit);

} // namespace fsfind::analyzer
