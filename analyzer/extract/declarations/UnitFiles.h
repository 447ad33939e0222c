#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// Writes into the facts what the unit is, and the project's own files in it, by language.
void noteUnit(Unit &unit);

} // namespace fsfind::analyzer
