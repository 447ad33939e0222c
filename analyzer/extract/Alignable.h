#pragma once

#include "analyzer/extract/Unit.h"

namespace fsfind::analyzer {

/// Where an alignment may be written in the record, and by which constant. `fact` has its members.
void noteAlignable(Unit &unit, FactRecord &fact, const clang::RecordDecl *decl);

} // namespace fsfind::analyzer
