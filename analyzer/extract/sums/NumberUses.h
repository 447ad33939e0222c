#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <string>

namespace fsfind::analyzer {

/// The variable or member that an lvalue names, through local references; null if it names none.
[[nodiscard]] const clang::ValueDecl *declaredBy(const clang::Expr *lvalue);
/// FactSum::key.
[[nodiscard]] std::string keyOfNumber(Unit &unit, const clang::ValueDecl *declared);

/// Reads code for uses of numbers and pointers that are not accesses which facts show
/// (Facts::untraced). All code of a unit must be read, each piece before its accesses.
class NumberUses {
public:
  explicit NumberUses(Unit &unit) : unit_(unit) {}

  /// A function's body, with those of its lambdas and regions; default arguments; the values of
  /// members that a constructor initialises.
  void readFunction(const clang::FunctionDecl *function);
  /// An expression outside of functions; null if there is none.
  void read(const clang::Expr *expression) { visit(expression); }
  /// Writes into the facts what has been gathered.
  static void settle(Unit &unit);

private:
  void visit(const clang::Stmt *statement);
  void visitParts(const clang::Stmt *statement);
  void visitDeclarations(const clang::DeclStmt *declarations);
  void visitLambda(const clang::LambdaExpr *lambda);
  void see(const clang::Expr *expression);
  void seeName(const clang::Expr *name, const clang::ValueDecl *declared);
  void seeCopy(const clang::Expr *expression);
  [[nodiscard]] bool isOfInterest(const clang::ValueDecl *declared);
  [[nodiscard]] bool isAccess(const clang::Expr *name) const;
  [[nodiscard]] bool isAtomicArgument(const clang::Expr *address, std::size_t level) const;
  /// The statement around without parentheses and conversions of the same object; `child` becomes
  /// the part of it that is come from, `level` its own level.
  [[nodiscard]] const clang::Stmt *around(const clang::Expr *&child, std::size_t &level) const;

  Unit &unit_;
  llvm::SmallVector<const clang::Stmt *, 64> path_;            ///< from the body to what is visited
  llvm::DenseMap<const clang::ValueDecl *, bool> of_interest_; ///< of the names seen so far
};

} // namespace fsfind::analyzer
