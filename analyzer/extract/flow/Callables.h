#pragma once

#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/ExprCXX.h>

#include <llvm/ADT/SmallVector.h>

namespace fsfind::analyzer {

/// Something that a call can be given to run: a function, a method on an object, a lambda, a bound
/// call.
struct Callable {
  const clang::FunctionDecl *function = nullptr;
  const clang::Expr *object = nullptr; ///< of a method or functor; null = none, or it follows
  bool object_follows = false;         ///< `&C::run, this`: the next argument is the object
  llvm::SmallVector<const clang::Expr *, 4> bound; ///< std::bind's arguments
  bool many = false;                               ///< passed on in a loop, or at several places
};
[[nodiscard]] std::optional<Callable> callableOf(const clang::Expr *expression);

/// A call that makes another thread run something.
struct StartCall {
  Callable callable;
  llvm::SmallVector<const clang::Expr *, 4> arguments; ///< for the callable, without its object
  bool many = false;
  bool by_index = false;   ///< a parallel loop: integer parameters are indices
  bool own_thread = false; ///< as in FactStart
  StartKind kind = StartKind::Thread;
  std::string how;
};
using StartCalls = llvm::SmallVector<StartCall, 1>;

[[nodiscard]] std::optional<StartCall> startOf(Unit &unit, const clang::CallExpr *call);
[[nodiscard]] std::optional<StartCall> startOf(Unit &unit, const clang::CXXConstructExpr *made);

/// The same, and what is started where a function has others run what it was given itself
/// (PassedCallables.h).
[[nodiscard]] StartCalls startsOf(Unit &unit, const clang::CallExpr *call);
[[nodiscard]] StartCalls startsOf(Unit &unit, const clang::CXXConstructExpr *made);

/// The arguments of which a call that starts something may run one.
[[nodiscard]] llvm::SmallVector<const clang::Expr *, 4> startable(Unit &unit,
                                                                  const clang::CallExpr *call);
[[nodiscard]] llvm::SmallVector<const clang::Expr *, 4>
startable(Unit &unit, const clang::CXXConstructExpr *made);

/// The function with the lambda's body, for a generic lambda that of an instance; null if there is
/// none.
[[nodiscard]] const clang::CXXMethodDecl *bodyOf(const clang::LambdaExpr *lambda);
[[nodiscard]] TypeClass classOf(const clang::CXXConstructExpr *made);
} // namespace fsfind::analyzer
