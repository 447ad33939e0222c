#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Records whose layout is promised to others, so that an edit may not change it.
namespace fsfind::analyzer {

/// Notes the records whose size, alignment or offsets a static assertion checks.
void noteAssertion(Unit &unit, const clang::Stmt *condition);
/// Notes the records that `extern "C"` functions take and return (FactRecord::c_functions), because
/// other languages may call or define these.
void noteSignatures(Unit &unit, const clang::LinkageSpecDecl *linkage);

/// Tells the facts of what has been noted.
void settlePromises(Unit &unit);

} // namespace fsfind::analyzer
