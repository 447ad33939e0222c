#include "analyzer/extract/editability/RawMemory.h"

#include <clang/AST/ASTContext.h>

#include <llvm/ADT/STLExtras.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

const VarDecl *localIn(const Expr *expression) {
  const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParenCasts());
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->isLocalVarDecl() && variable->hasLocalStorage() ? variable : nullptr;
}

template <class Is> bool anyIn(const Stmt *statement, const Is &is) {
  return statement && (is(statement) || llvm::any_of(statement->children(), [&](const Stmt *one) {
                         return anyIn(one, is);
                       }));
}

/// Assigned, or its address is taken.
bool mayChange(const VarDecl *variable) {
  const auto *function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  return !function || anyIn(function->getBody(), [&](const Stmt *one) {
    const auto *binary = dyn_cast<BinaryOperator>(one);
    if (binary && binary->isAssignmentOp() && localIn(binary->getLHS()) == variable)
      return true;
    const auto *unary = dyn_cast<UnaryOperator>(one);
    return unary && unary->getOpcode() == UO_AddrOf && localIn(unary->getSubExpr()) == variable;
  });
}

} // namespace

const CallExpr *callBehind(const Expr *pointer) {
  pointer = pointer->IgnoreParenCasts();
  if (const auto *call = dyn_cast<CallExpr>(pointer))
    return call;
  const VarDecl *variable = localIn(pointer);
  if (!variable || !variable->getInit() || !variable->getType()->isVoidPointerType() ||
      mayChange(variable))
    return nullptr;
  return dyn_cast<CallExpr>(variable->getInit()->IgnoreParenCasts());
}

QualType madeBehind(const CallExpr *call, const FunctionDecl *function) {
  QualType made;
  bool several = false;
  if (!function)
    return made;
  anyIn(function->getBody(), [&](const Stmt *one) {
    const auto *cast = dyn_cast<CastExpr>(one);
    if (!cast || !cast->getType()->isPointerType() || cast->getType()->isVoidPointerType() ||
        !localIn(cast->getSubExpr()) || callBehind(cast->getSubExpr()) != call)
      return false;
    const QualType type = cast->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
    several |= !made.isNull() && made != type;
    made = type;
    return several;
  });
  return several ? QualType() : made;
}

} // namespace fsfind::analyzer
