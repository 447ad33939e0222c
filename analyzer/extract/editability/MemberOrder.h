#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// Notes what the record's declaration says about moving its members. `fact` must have its members
/// and be alignable.
void noteMemberOrder(Unit &unit, FactRecord &fact, const clang::RecordDecl *decl);

} // namespace fsfind::analyzer
