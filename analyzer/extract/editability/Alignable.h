#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Where an alignment may be written, and with which constant.
namespace fsfind::analyzer {

/// Notes it for a variable; does nothing for mere declarations.
void noteAlignable(Unit &unit, const clang::VarDecl *definition);
/// Notes it for captured locals, and for all records in the facts, and what their declarations say
/// about moving members.
void settleAlignable(Unit &unit);

} // namespace fsfind::analyzer
