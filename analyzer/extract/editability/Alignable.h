#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// Where an alignment may be written in the record, and by which constant. `fact` has its members.
void noteAlignable(Unit &unit, FactRecord &fact, const clang::RecordDecl *decl);

/// The same of a variable's definition. `fact` has its place.
void noteAlignable(Unit &unit, VariableIndex index, const clang::VarDecl *definition);

} // namespace fsfind::analyzer
