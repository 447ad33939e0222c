#pragma once

#include "analyzer/extract/flow/LocalFlow.h"

#include <llvm/ADT/SmallVector.h>

/// What the branches around code tell of how often it runs, and of who runs it.
namespace fsfind::analyzer {

/// A condition, and the value it has where code runs.
struct Guard {
  const clang::Expr *condition = nullptr;
  bool holds = true;
};

/// What `guard` says, in parts: `a && b` that holds says that both do. Negations and
/// `__builtin_expect` are seen through.
[[nodiscard]] llvm::SmallVector<Guard, 4> partsOf(Guard guard);

/// Marked so (`__builtin_expect`), or by its name an error.
[[nodiscard]] bool isUnlikely(Guard guard);
/// What the statement is about if that runs seldom by its form: a handler's block, `[[unlikely]]`.
[[nodiscard]] const clang::Stmt *seldomIn(const clang::Stmt *statement);
/// Ends the program, throws, or goes where errors go.
[[nodiscard]] bool endsBadly(const clang::Stmt *branch);
/// What follows it runs only if it is not taken.
[[nodiscard]] bool leaves(const clang::Stmt *branch);
/// What is equal to a constant; null if the part says no such thing.
[[nodiscard]] const clang::Expr *equalToConstant(Guard part, const clang::ASTContext &context);

/// A write, or a compare-and-swap.
struct Store {
  const clang::ValueDecl *target = nullptr;
  const clang::Expr *expected = nullptr; ///< of a compare-and-swap
  const clang::Expr *value = nullptr;
};

/// `value`: what an assignment at `at` assigns; of calls and atomic operations it is seen there.
[[nodiscard]] Store storeAt(const clang::Expr *at, const clang::Expr *value);
/// The guard says that the target has not the value yet: stores come to an end.
[[nodiscard]] bool latches(Guard guard, const Store &store, const LocalFlow &flow,
                           const clang::ASTContext &context);

} // namespace fsfind::analyzer
