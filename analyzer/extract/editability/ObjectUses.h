#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/ExprCXX.h>

namespace fsfind::analyzer {

/// Notes what the expression itself, its parts apart, tells of where a record's objects lie and of
/// what counts on their size (Unit::objects). Parents come before their parts.
void noteObjectUse(Unit &unit, const clang::Expr *expression);
/// Of array bounds and arguments of templates in a declaration's type, of enumerators and widths.
void noteDeclaredSizes(Unit &unit, const clang::Decl *decl);
/// Of a class of the standard library: its objects may hold others on the heap.
void noteHeld(Unit &unit, const clang::RecordDecl *library);
/// Something else holds the record to its layout. Null is nothing.
void notePromise(Unit &unit, const clang::RecordDecl *record);
/// Functions that other languages may call or define: the layouts of what they are given.
void noteSignatures(Unit &unit, const clang::LinkageSpecDecl *linkage);

/// Gives what was noted to the facts; of the project's records also those that are not in them yet.
void settleObjects(Unit &unit);

} // namespace fsfind::analyzer
