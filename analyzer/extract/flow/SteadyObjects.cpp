#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Accumulations.h"

#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Parts.h"

#include <clang/AST/ExprCXX.h>

/// Accumulations, of objects that are the same in each round of a loop.
namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Longer chains of values are not followed.
constexpr unsigned kDepth = 12;

bool isStep(OverloadedOperatorKind kind) {
  switch (kind) {
  case OO_PlusPlus:
  case OO_MinusMinus:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_Equal:
    return true;
  default:
    return false;
  }
}

const ValueDecl *namedDecl(const Expr *lvalue) {
  if (const auto *name = dyn_cast<DeclRefExpr>(lvalue))
    return cast<ValueDecl>(name->getDecl()->getCanonicalDecl());
  if (const auto *member = dyn_cast<MemberExpr>(lvalue))
    return cast<ValueDecl>(member->getMemberDecl()->getCanonicalDecl());
  return nullptr;
}

/// Of `p[i]` and `*p` the `p`.
const Expr *pointerBehind(const Expr *lvalue) {
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(lvalue))
    return element->getBase();
  const auto *unary = dyn_cast<UnaryOperator>(lvalue);
  return unary && unary->getOpcode() == UO_Deref ? unary->getSubExpr() : nullptr;
}

} // namespace

void SteadyObjects::noteChange(const Expr *lvalue, Changes &changes) {
  lvalue = lvalue->IgnoreParenCasts();
  if (const ValueDecl *named = namedDecl(lvalue))
    changes.changed.insert(named);
  else if (const Expr *holder = pointerBehind(lvalue))
    if (const ValueDecl *pointer = namedDecl(holder->IgnoreParenCasts()))
      changes.changed_behind.insert(pointer);
}

/// A variable whose address is taken, or that is bound to a reference, may be changed by that.
void SteadyObjects::collect(const Stmt *statement, Changes &changes) {
  if (!statement)
    return;
  if (const auto *declarations = dyn_cast<DeclStmt>(statement))
    for (const Decl *decl : declarations->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl)) {
        changes.made.insert(variable->getCanonicalDecl());
        if (variable->getType()->isReferenceType() && variable->getInit() &&
            !variable->getType().getNonReferenceType().isConstQualified())
          noteChange(variable->getInit(), changes);
      }
  if (const auto *unary = dyn_cast<UnaryOperator>(statement);
      unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf))
    noteChange(unary->getSubExpr(), changes);
  if (const auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    noteChange(binary->getLHS(), changes);
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(statement);
      call && isStep(call->getOperator()) && call->getNumArgs() > 0)
    noteChange(call->getArg(0), changes);
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(statement);
      call && call->getMethodDecl() && !call->getMethodDecl()->isConst())
    noteChange(call->getImplicitObjectArgument(), changes);
  if (const auto *call = dyn_cast<CallExpr>(statement); call && !isa<CXXOperatorCallExpr>(call))
    for (const Expr *argument : call->arguments())
      if (isTyped(argument) && argument->isGLValue() && !argument->getType().isConstQualified())
        noteChange(argument, changes);
  if (const auto *lambda = dyn_cast<LambdaExpr>(statement))
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        changes.changed.insert(cast<ValueDecl>(capture.getCapturedVar()->getCanonicalDecl()));
  forEachPart(statement, [&](const Stmt *child) { collect(child, changes); });
}

const SteadyObjects::Changes &SteadyObjects::changesIn(const Stmt *loop) {
  const auto [known, fresh] = loops_.try_emplace(loop);
  if (!fresh)
    return known->second;
  Changes changes;
  if (const auto *counted = dyn_cast<ForStmt>(loop)) {
    // What precedes the first round changes nothing between rounds.
    collect(counted->getCond(), changes);
    collect(counted->getInc(), changes);
    collect(counted->getBody(), changes);
  } else
    collect(loop, changes);
  return loops_[loop] = std::move(changes);
}

bool SteadyObjects::isSteadyVariable(const VarDecl *variable, const Changes &changes,
                                     unsigned depth) {
  variable = variable->getCanonicalDecl();
  if (changes.changed.contains(variable))
    return false;
  if (changes.made.contains(variable))
    return isSteadyValue(variable->getInit(), changes, depth + 1);
  // What is no local may be given another number by others, and by functions that the loop calls.
  return variable->hasLocalStorage() || variable->getType().isConstQualified() ||
         !variable->getType()->isIntegralOrEnumerationType();
}

/// The number of the thread, an element of a container, what a smart pointer or iterator leads to.
bool SteadyObjects::isSteadyCall(const CallExpr *call, const Changes &changes, unsigned depth) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return false;
  const auto steady = [&](const Expr *argument) {
    return isSteadyValue(argument, changes, depth + 1);
  };
  if (unit_.meaning(callee).thread_id)
    return llvm::all_of(call->arguments(), steady);
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(call)) {
    const OverloadedOperatorKind kind = operation->getOperator();
    if (kind == OO_Subscript && call->getNumArgs() == 2)
      return isSameObject(call->getArg(0), changes, depth + 1) && steady(call->getArg(1));
    return (kind == OO_Arrow || kind == OO_Star) && steady(call->getArg(0));
  }
  constexpr llvm::StringLiteral kElement[] = {"at", "get", "data"};
  const auto *method = dyn_cast<CXXMemberCallExpr>(call);
  const bool element = method && callee->getDeclName().isIdentifier() &&
                       callee->isInStdNamespace() &&
                       llvm::is_contained(kElement, callee->getName());
  return element && isSameObject(method->getImplicitObjectArgument(), changes, depth + 1) &&
         llvm::all_of(call->arguments(), steady);
}

bool SteadyObjects::isSteadyValue(const Expr *expression, const Changes &changes, unsigned depth) {
  if (!isTyped(expression) || depth > kDepth)
    return false;
  expression = expression->IgnoreParenCasts();
  const auto value = [&](const Expr *part) { return isSteadyValue(part, changes, depth + 1); };
  if (isa<IntegerLiteral, CharacterLiteral, CXXThisExpr, UnaryExprOrTypeTraitExpr>(expression))
    return true;
  if (const auto *name = dyn_cast<DeclRefExpr>(expression)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    return variable ? isSteadyVariable(variable, changes, depth)
                    : isa<EnumConstantDecl>(name->getDecl());
  }
  if (isa<MemberExpr>(expression))
    return !changes.changed.contains(namedDecl(expression)) &&
           isSameObject(expression, changes, depth + 1);
  if (const Expr *holder = pointerBehind(expression)) {
    const ValueDecl *named = namedDecl(holder->IgnoreParenCasts());
    return !(named && changes.changed_behind.contains(named)) &&
           isSameObject(expression, changes, depth + 1);
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_AddrOf)
      return isSameObject(unary->getSubExpr(), changes, depth + 1);
    return !unary->isIncrementDecrementOp() && value(unary->getSubExpr());
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(expression))
    return !binary->isAssignmentOp() && value(binary->getLHS()) && value(binary->getRHS());
  const auto *call = dyn_cast<CallExpr>(expression);
  return call && isSteadyCall(call, changes, depth);
}

bool SteadyObjects::isSameObject(const Expr *lvalue, const Changes &changes, unsigned depth) {
  if (!isTyped(lvalue) || depth > kDepth)
    return false;
  lvalue = lvalue->IgnoreParenCasts();
  const auto value = [&](const Expr *part) { return isSteadyValue(part, changes, depth + 1); };
  const auto object = [&](const Expr *part) { return isSameObject(part, changes, depth + 1); };
  if (const auto *name = dyn_cast<DeclRefExpr>(lvalue)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable)
      return false;
    variable = variable->getCanonicalDecl();
    return !changes.made.contains(variable) ||
           (variable->getType()->isReferenceType() && object(variable->getInit()));
  }
  if (const auto *member = dyn_cast<MemberExpr>(lvalue)) {
    if (!isa<FieldDecl>(member->getMemberDecl()))
      return isa<VarDecl>(member->getMemberDecl());
    return member->isArrow() ? value(member->getBase()) : object(member->getBase());
  }
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const Expr *base = element->getBase()->IgnoreParenImpCasts();
    return (base->getType()->isArrayType() ? object(base) : value(base)) &&
           value(element->getIdx());
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(lvalue))
    return unary->getOpcode() == UO_Deref && value(unary->getSubExpr());
  if (isa<CXXThisExpr>(lvalue))
    return true;
  const auto *call = dyn_cast<CallExpr>(lvalue);
  return call && isSteadyCall(call, changes, depth);
}

bool SteadyObjects::isSame(const Expr *object, const Stmt *loop) {
  const Changes &changes = changesIn(loop);
  return isTyped(object) && object->getType()->isPointerType() ? isSteadyValue(object, changes, 0)
                                                               : isSameObject(object, changes, 0);
}

} // namespace fsfind::analyzer
