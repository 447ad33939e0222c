#pragma once

#include "analyzer/extract/flow/LocalFlow.h"

/// What functions give back, so that calls can be seen through.
namespace fsfind::analyzer {

/// The expression a function returns if that is all it does, but for naming parts of it first; null
/// otherwise.
[[nodiscard]] const clang::Expr *onlyReturn(const clang::FunctionDecl *function);
/// These parts.
[[nodiscard]] LocalFlow namesBeforeReturn(Unit &unit, const clang::FunctionDecl *function);

/// The call that is all a function does; null otherwise.
[[nodiscard]] const clang::CallExpr *onlyCall(const clang::FunctionDecl *function);

/// What a small function returns on any way, but for constants and null pointers; found once.
struct Returned {
  explicit Returned(Unit &unit) : flow(unit) {}
  LocalFlow flow; ///< of its body; empty if there are no values
  llvm::SmallVector<const clang::Expr *, 4> values;
};
[[nodiscard]] const Returned &returnedBy(Unit &unit, const clang::FunctionDecl *function);

/// Of two alternatives the one that is there: `list ? &list[id] : NULL`; of two that are, the one
/// that chooses an element.
[[nodiscard]] const clang::Expr *likelier(const Unit &unit,
                                          const clang::AbstractConditionalOperator *choice);

/// A null pointer or a number that is constant.
[[nodiscard]] bool isNothing(const Unit &unit, const clang::Expr *value);

} // namespace fsfind::analyzer
