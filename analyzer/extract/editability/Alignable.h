#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Where an alignment may be written, and by which constant.
namespace fsfind::analyzer {

/// Notes it of a variable, if that is its definition.
void noteAlignable(Unit &unit, const clang::VarDecl *definition);
/// Notes it of all records that have entered the facts, and what their declarations say about
/// moving members.
void settleAlignable(Unit &unit);

} // namespace fsfind::analyzer
