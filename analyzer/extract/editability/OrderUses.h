#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Code that relies on the order in which a record has its members (Unit::order_uses).
namespace fsfind::analyzer {

/// Of the expression itself, without its parts.
void noteOrderUse(Unit &unit, const clang::Expr *expression);
/// Of a declaration, without its initial value: structured bindings.
void noteOrderUse(Unit &unit, const clang::VarDecl *variable);
/// Of a record that a function makes of its arguments, as make_unique does.
void noteMade(Unit &unit, const clang::CXXRecordDecl *made, unsigned arguments);

/// Gives what was noted to the records that have entered the facts.
void settleOrderUses(Unit &unit);

} // namespace fsfind::analyzer
