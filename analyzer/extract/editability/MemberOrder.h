#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// What the record's own declaration says about moving its members. `fact` has its members and is
/// alignable.
void noteMemberOrder(Unit &unit, FactRecord &fact, const clang::RecordDecl *decl);

} // namespace fsfind::analyzer
