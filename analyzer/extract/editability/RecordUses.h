#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Stmt.h>

/// Code that relies on a record's size, on the order of its members, or on where its objects lie.
namespace fsfind::analyzer {

/// Notes the expression itself. Must be called for an expression before its parts.
void noteUse(Unit &unit, const clang::Expr *expression);
/// Notes the statement and all its parts.
void noteUses(Unit &unit, const clang::Stmt *tree);
/// Notes the constant expressions of a declaration: array bounds and template arguments in its
/// type, enumerators, widths of bit-fields.
void noteDeclaredSizes(Unit &unit, const clang::Decl *decl);

} // namespace fsfind::analyzer
