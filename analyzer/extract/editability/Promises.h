#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Layouts that something outside of the record's own code relies on (Unit::asserted): no edit may
/// change them.
namespace fsfind::analyzer {

/// Of a static assertion: the records whose size, alignment or offsets it checks.
void noteAssertion(Unit &unit, const clang::Stmt *condition);
/// Of functions that other languages may call or define: the records that they take and return.
void noteSignatures(Unit &unit, const clang::LinkageSpecDecl *linkage);

/// Marks these records as not alignable.
void settlePromises(Unit &unit);

} // namespace fsfind::analyzer
