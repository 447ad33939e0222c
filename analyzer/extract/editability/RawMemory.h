#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

/// Memory that a local `void *` holds before it becomes objects:
/// `void *raw = malloc(n * sizeof(struct row)); if (!raw) return; rows = (struct row *)raw;`
namespace fsfind::analyzer {

/// The call that the pointer comes from: at once, or by a local `void *` that is given nothing
/// else. Null if there is none.
[[nodiscard]] const clang::CallExpr *callBehind(const clang::Expr *pointer);

/// What the function converts the `void *` to that the call initialises; null if it is nothing, or
/// several types.
[[nodiscard]] clang::QualType madeBehind(const clang::CallExpr *call,
                                         const clang::FunctionDecl *function);

} // namespace fsfind::analyzer
