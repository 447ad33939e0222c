#pragma once

#include "analyzer/extract/flow/LocalFlow.h"

/// What functions return, so that their calls can be resolved.
namespace fsfind::analyzer {

/// The returned expression of a function that does nothing else, except to declare locals for parts
/// of it and to assert; null for other functions.
[[nodiscard]] const clang::Expr *onlyReturn(const clang::FunctionDecl *function);
/// The values of those locals.
[[nodiscard]] LocalFlow namesBeforeReturn(Unit &unit, const clang::FunctionDecl *function);

/// The only call of a function that does nothing else; null for other functions.
[[nodiscard]] const clang::CallExpr *onlyCall(const clang::FunctionDecl *function);

/// All expressions that a small function may return, without constants and null pointers; cached.
struct Returned {
  explicit Returned(Unit &unit) : flow(unit) {}
  LocalFlow flow; ///< locals of its body; empty if there are no values
  llvm::SmallVector<const clang::Expr *, 4> values;
};
[[nodiscard]] const Returned &returnedBy(Unit &unit, const clang::FunctionDecl *function);

/// The branch of `a ? b : c` that is not null, as in `list ? &list[id] : NULL`; if both are not,
/// the one that chooses an element.
[[nodiscard]] const clang::Expr *likelier(const Unit &unit,
                                          const clang::AbstractConditionalOperator *choice);

/// Whether the value is a null pointer or a constant number.
[[nodiscard]] bool isNothing(const Unit &unit, const clang::Expr *value);

} // namespace fsfind::analyzer
