#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Stmt.h>

/// What code relies on of a record's size, of the order of its members, and of where its objects
/// lie.
namespace fsfind::analyzer {

/// Of the expression itself. Parents come before their parts.
void noteUse(Unit &unit, const clang::Expr *expression);
/// Of the statement and all its parts.
void noteUses(Unit &unit, const clang::Stmt *tree);
/// Of what a declaration has to compute: array bounds and template arguments in its type,
/// enumerators, widths of bit-fields.
void noteDeclaredSizes(Unit &unit, const clang::Decl *decl);

} // namespace fsfind::analyzer
