#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

/// Memory that a local `void *` holds before it becomes objects:
/// `void *raw = malloc(n * sizeof(struct row)); if (!raw) return; rows = (struct row *)raw;`
/// Only of locals that are never changed, and that code does no more with than convert, compare,
/// free and clear them: what else is done with the memory might depend on how the objects lie.
namespace fsfind::analyzer {

/// The call that the pointer comes from, at once or by such a local; null for all other pointers.
[[nodiscard]] const clang::CallExpr *callBehind(Unit &unit, const clang::Expr *pointer);

/// What the function converts the local to that the call initialises, or that it gives memory to
/// later: by assignment, or by the local's address (posix_memalign), whatever else is done with it.
/// Null if there is no such local, if it is not converted, or if it is converted to several types.
[[nodiscard]] clang::QualType madeBehind(Unit &unit, const clang::CallExpr *call,
                                         const clang::FunctionDecl *function);

} // namespace fsfind::analyzer
