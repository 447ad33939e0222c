#pragma once

#include "analyzer/extract/flow/LocalFlow.h"
#include "analyzer/knowledge/Knowledge.h"

#include <llvm/ADT/SmallVector.h>

/// What the branches around code tell about how often it runs, and in which thread.
namespace fsfind::analyzer {

/// A condition, and the value that it has where the code runs.
struct Guard {
  const clang::Expr *condition = nullptr;
  bool holds = true;
};

/// The parts of a guard that must hold: if `a && b` holds, `a` holds and `b` holds. Negations and
/// `__builtin_expect` are resolved.
[[nodiscard]] llvm::SmallVector<Guard, 4> partsOf(Guard guard);

/// Whether `__builtin_expect` says so, or the condition is named after an error.
[[nodiscard]] bool isUnlikely(Guard guard, const Knowledge &known);
/// The part of the statement that runs seldom by its form: the block of a catch handler, or what
/// `[[unlikely]]` marks; null for others.
[[nodiscard]] const clang::Stmt *seldomIn(const clang::Stmt *statement);
/// Whether the branch ends the program, throws, or jumps to error handling.
[[nodiscard]] bool endsBadly(const clang::Stmt *branch, const Knowledge &known);
/// Whether the code after the branch runs only if the branch is not taken.
[[nodiscard]] bool leaves(const clang::Stmt *branch, const Knowledge &known);
/// The expression that the part compares equal to a constant; null if it does not.
[[nodiscard]] const clang::Expr *equalToConstant(Guard part, const clang::ASTContext &context);

/// A write, or a compare-and-swap.
struct Store {
  const clang::ValueDecl *target = nullptr;
  const clang::Expr *expected = nullptr; ///< by a compare-and-swap; null for plain writes
  const clang::Expr *value = nullptr;
};

/// The store at `at`. `value` is what an assignment there assigns; calls and atomic operations have
/// their own.
[[nodiscard]] Store storeAt(const clang::Expr *at, const clang::Expr *value);
/// Whether the guard holds only until the target has the stored value, so that the stores stop.
[[nodiscard]] bool latches(Guard guard, const Store &store, const LocalFlow &flow,
                           const clang::ASTContext &context);

} // namespace fsfind::analyzer
