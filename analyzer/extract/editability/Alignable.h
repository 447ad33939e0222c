#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Where an alignment may be written, and with which constant.
namespace fsfind::analyzer {

/// Notes it for a variable; does nothing for mere declarations.
void noteAlignable(Unit &unit, const clang::VarDecl *definition);
/// Notes that the expression takes the address of a local or of a part of it, or passes it to a
/// function that may change it.
void noteAddressed(Unit &unit, const clang::Expr *expression);
/// Notes it for locals that are captured or addressed, and for all records in the facts, and what
/// their declarations say about moving members.
void settleAlignable(Unit &unit);

} // namespace fsfind::analyzer
