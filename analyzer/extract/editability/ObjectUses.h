#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Where a record's objects lie, and code that relies on their size (Unit::objects).
namespace fsfind::analyzer {

/// Of the expression itself, without its parts. Parents come before their parts.
void noteObjectUse(Unit &unit, const clang::Expr *expression);

/// Gives what was noted to the facts; the project's records enter them if they have not yet.
void settleObjects(Unit &unit);

} // namespace fsfind::analyzer
