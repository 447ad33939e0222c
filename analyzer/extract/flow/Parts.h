#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

/// What walks over code have in common.
namespace fsfind::analyzer {

/// Names and literals: they have no parts, and do nothing by themselves.
[[nodiscard]] inline bool isLeaf(const clang::Stmt *statement) {
  switch (statement->getStmtClass()) {
  case clang::Stmt::DeclRefExprClass:
  case clang::Stmt::IntegerLiteralClass:
  case clang::Stmt::CharacterLiteralClass:
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::FloatingLiteralClass:
    return true;
  default:
    return false;
  }
}

/// The part of what only passes it on: a conversion that is not written, parentheses, the object of
/// a member. Null for all else.
[[nodiscard]] inline const clang::Expr *onlyPart(const clang::Stmt *statement) {
  switch (statement->getStmtClass()) {
  case clang::Stmt::ImplicitCastExprClass:
    return llvm::cast<clang::ImplicitCastExpr>(statement)->getSubExpr();
  case clang::Stmt::ParenExprClass:
    return llvm::cast<clang::ParenExpr>(statement)->getSubExpr();
  case clang::Stmt::MemberExprClass:
    return llvm::cast<clang::MemberExpr>(statement)->getBase();
  default:
    return nullptr;
  }
}

/// The same for what passes on what passes on what, to whatever is in the innermost.
[[nodiscard]] inline const clang::Stmt *innermostPart(const clang::Stmt *statement) {
  while (const clang::Expr *part = onlyPart(statement))
    statement = part;
  return statement;
}

/// Calls `see` with each part of the statement, which may be null. It is what Stmt::children()
/// gives; that costs more than all else in a walk for expressions, which most parts are.
template <typename See> void forEachPart(const clang::Stmt *statement, See see) {
  if (isLeaf(statement))
    return;
  if (const clang::Expr *part = onlyPart(statement))
    return see(part);
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return see(unary->getSubExpr());
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
    see(binary->getLHS());
    return see(binary->getRHS());
  }
  for (const clang::Stmt *part : statement->children())
    see(part);
}

} // namespace fsfind::analyzer
