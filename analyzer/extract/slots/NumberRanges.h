#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>

namespace fsfind::analyzer {

/// The call by which a function runs: it tells what the function's parameters are.
struct CallContext {
  const clang::FunctionDecl *callee = nullptr; ///< its definition
  llvm::ArrayRef<const clang::Expr *> arguments;
  const CallContext *outer = nullptr; ///< of the caller
};

/// How large the integers may be by which code chooses elements: remainders, masks, counters of
/// loops, what parameters are at calls. Overflows, and remainders of negative numbers, are not
/// thought of: such a number is no element of anything.
class NumberRanges {
public:
  explicit NumberRanges(Unit &unit) : unit_(unit) {}

  /// All expressions of the unit have to be shown, with what is around each, outermost first,
  void see(const clang::Expr *expression, llvm::ArrayRef<const clang::Stmt *> path);
  /// all declarations of locals, and what functions return.
  void see(const clang::VarDecl *local, llvm::ArrayRef<const clang::Stmt *> path);
  void seeReturned(const clang::FunctionDecl *by, const clang::Expr *value);

  /// The number is smaller than that; none if it is not known to be. To be asked when all has been
  /// shown.
  [[nodiscard]] std::optional<std::uint64_t> below(const clang::Expr *number,
                                                   const CallContext *context) const;

private:
  using Bound = std::optional<std::uint64_t>;
  struct Given {
    const clang::Expr *value = nullptr;
    bool by_loop = false; ///< where a loop begins that counts it
  };
  /// What a local or parameter may come to be.
  struct Number {
    llvm::SmallVector<Given, 2> given;
    llvm::SmallVector<const clang::ForStmt *, 2> counted; ///< loops that count it up
    bool unknown = false;
  };

  void seeName(const clang::DeclRefExpr *name, llvm::ArrayRef<const clang::Stmt *> path);
  void seeCall(const clang::CallExpr *call);
  void assign(const clang::BinaryOperator *assignment, llvm::ArrayRef<const clang::Stmt *> path);
  void countUp(const clang::Expr *target, const clang::Expr *by,
               llvm::ArrayRef<const clang::Stmt *> path);
  /// The bound in the loop's condition; null if it has none for that variable.
  [[nodiscard]] static const clang::BinaryOperator *conditionOn(const clang::Expr *condition,
                                                                const clang::ValueDecl *variable);
  [[nodiscard]] Bound belowLoop(const clang::ForStmt *loop, const clang::VarDecl *variable,
                                const CallContext *context) const;
  [[nodiscard]] Bound belowVariable(const clang::DeclRefExpr *name,
                                    const CallContext *context) const;
  [[nodiscard]] Bound belowParameter(const clang::ParmVarDecl *parameter,
                                     const CallContext *context) const;
  [[nodiscard]] Bound belowOperation(const clang::BinaryOperator *operation,
                                     const CallContext *context) const;
  [[nodiscard]] Bound belowResult(const clang::CallExpr *call, const CallContext *context) const;
  [[nodiscard]] Bound belowType(const clang::Expr *number) const;

  Unit &unit_;
  llvm::DenseMap<const clang::VarDecl *, Number> numbers_;
  /// The loop around a name that counts it.
  llvm::DenseMap<const clang::DeclRefExpr *, const clang::ForStmt *> in_loop_;
  llvm::DenseMap<const clang::FunctionDecl *, llvm::SmallVector<const clang::CallExpr *, 2>> calls_;
  llvm::DenseSet<const clang::FunctionDecl *> addressed_; ///< called by others, too
  llvm::DenseMap<const clang::FunctionDecl *, llvm::SmallVector<const clang::Expr *, 1>> returned_;
  mutable unsigned depth_ = 0;
};

} // namespace fsfind::analyzer
