#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// Notes what the expression itself, its parts apart, makes of the order in which a record has its
/// members (Unit::order_uses).
void noteOrderUse(Unit &unit, const clang::Expr *expression);
/// Of the expression and all its parts.
void noteOrderUses(Unit &unit, const clang::Stmt *tree);
/// Of a declaration, its initial value apart: structured bindings.
void noteOrderUse(Unit &unit, const clang::VarDecl *variable);
/// Of a record that a function makes of its arguments, as make_unique does.
void noteMade(Unit &unit, const clang::CXXRecordDecl *made, unsigned arguments);
/// Of a static assertion: the layouts that it holds the compiler to (Unit::asserted).
void noteAssertion(Unit &unit, const clang::Stmt *condition);

/// Gives what was noted to the records that have entered the facts.
void settleOrderUses(Unit &unit);

} // namespace fsfind::analyzer
