#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace fsfind::analyzer {

/// What an operation that changes memory does to its value, whoever uses its result.
[[nodiscard]] Accumulation combinationOf(const Unit &unit, const clang::Expr *change);

/// Which expressions of a body have values that nobody uses.
class UnusedValues {
public:
  /// Of a statement that is about to be read, the expressions that are statements themselves.
  void noteIn(const clang::Stmt *statement);
  /// A statement that has nothing around it: the body of a function or region.
  void noteWhole(const clang::Stmt *statement) { discard(statement); }
  [[nodiscard]] bool contains(const clang::Expr *expression) const {
    return unused_.contains(expression);
  }

private:
  void noteIn(const clang::Expr *expression);
  void discard(const clang::Stmt *statement);

  llvm::DenseSet<const clang::Expr *> unused_;
  llvm::DenseSet<const clang::Stmt *> with_value_; ///< blocks of `({ … })` whose value is used
};

/// Whether an object is the same in each round of a loop, as far as the loop itself shows:
/// all variables that lead to it keep their values.
class SteadyObjects {
public:
  explicit SteadyObjects(Unit &unit) : unit_(unit) {}
  /// `object`: an lvalue, or a pointer to it.
  [[nodiscard]] bool isSame(const clang::Expr *object, const clang::Stmt *loop);

private:
  /// What a loop's condition, step and body may change or make.
  struct Changes {
    llvm::DenseSet<const clang::ValueDecl *> changed;        ///< variables and members
    llvm::DenseSet<const clang::ValueDecl *> changed_behind; ///< arrays and pointers of what is
    llvm::DenseSet<const clang::VarDecl *> made;
  };
  static void collect(const clang::Stmt *statement, Changes &changes);
  static void noteChange(const clang::Expr *lvalue, Changes &changes);
  const Changes &changesIn(const clang::Stmt *loop);
  /// An expression has the same value in each round; an lvalue is the same object.
  [[nodiscard]] bool isSteadyValue(const clang::Expr *expression, const Changes &changes,
                                   unsigned depth);
  [[nodiscard]] bool isSameObject(const clang::Expr *lvalue, const Changes &changes,
                                  unsigned depth);
  [[nodiscard]] bool isSteadyVariable(const clang::VarDecl *variable, const Changes &changes,
                                      unsigned depth);
  [[nodiscard]] bool isSteadyCall(const clang::CallExpr *call, const Changes &changes,
                                  unsigned depth);

  Unit &unit_;
  llvm::DenseMap<const clang::Stmt *, Changes> loops_;
};

} // namespace fsfind::analyzer
