#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Code that relies on the order in which a record has its members (Unit::order_uses).
namespace fsfind::analyzer {

/// Notes the expression itself, without its parts.
void noteOrderUse(Unit &unit, const clang::Expr *expression);
/// Notes structured bindings of a declaration, without its initial value.
void noteOrderUse(Unit &unit, const clang::VarDecl *variable);
/// Notes a record that a function such as make_unique initialises from its arguments.
void noteMade(Unit &unit, const clang::CXXRecordDecl *made, unsigned arguments);

/// Writes what was noted into the records in the facts.
void settleOrderUses(Unit &unit);

} // namespace fsfind::analyzer
