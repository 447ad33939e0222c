#include "analyzer/extract/sums/SumPath.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/sums/NumberUses.h"

#include <clang/AST/ExprCXX.h>

namespace fsfind::analyzer {

using namespace clang;

bool SumPath::isFixed(const Expr *object) {
  return isFixedObject(object) && steady_.isSame(object, loop_);
}

bool SumPath::isMadeInLoop(const VarDecl *variable) const {
  const SourceRange range = unit_.sources.getExpansionRange(loop_->getSourceRange()).getAsRange();
  const SourceLocation at = unit_.sources.getExpansionLoc(variable->getLocation());
  return !unit_.sources.isBeforeInTranslationUnit(at, range.getBegin()) &&
         !unit_.sources.isBeforeInTranslationUnit(range.getEnd(), at);
}

bool SumPath::isFixedObject(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParenImpCasts();
  if (const auto *name = dyn_cast<DeclRefExpr>(lvalue)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    return variable && !isMadeInLoop(variable);
  }
  if (const auto *member = dyn_cast<MemberExpr>(lvalue)) {
    if (!isa<FieldDecl>(member->getMemberDecl()))
      return isa<VarDecl>(member->getMemberDecl());
    return member->isArrow() ? isFixedValue(member->getBase()) : isFixedObject(member->getBase());
  }
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    through_pointer_ = true; // an element that does not exist may be named where it is not used
    return isFixedValue(element->getBase()) && isFixedValue(element->getIdx());
  }
  const auto *unary = dyn_cast<UnaryOperator>(lvalue);
  return unary && unary->getOpcode() == UO_Deref && isFixedValue(unary->getSubExpr());
}

bool SumPath::isFixedValue(const Expr *expression) {
  if (!isTyped(expression) || expression->isValueDependent())
    return false;
  expression = expression->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(expression) || integerOf(expression, unit_.context))
    return true;
  if (expression->getType()->isArrayType())
    return isFixedObject(expression);
  through_pointer_ = true;
  if (const auto *name = dyn_cast<DeclRefExpr>(expression))
    return isFixedVariable(name);
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    if (!member->getType().isConstQualified())
      way_.push_back(keyOfNumber(unit_, member->getMemberDecl()));
    return isFixedObject(member);
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(expression))
    return unary->getOpcode() == UO_AddrOf && isFixedObject(unary->getSubExpr());
  const auto *binary = dyn_cast<BinaryOperator>(expression);
  return binary && binary->isAdditiveOp() && isFixedValue(binary->getLHS()) &&
         isFixedValue(binary->getRHS());
}

bool SumPath::isFixedVariable(const DeclRefExpr *name) {
  const auto *variable = dyn_cast<VarDecl>(name->getDecl());
  if (!variable || isMadeInLoop(variable) || variable->getType()->isReferenceType())
    return false;
  if (variable->getType().isConstQualified())
    return true;
  if (variable->hasLocalStorage())
    return isFixedLocal(name, variable->getCanonicalDecl());
  way_.push_back(keyOfNumber(unit_, variable->getCanonicalDecl()));
  return true;
}

/// No pointer to the local is about by which others change it, and no other function does: the
/// loop itself is read by SteadyObjects.
bool SumPath::isFixedLocal(const DeclRefExpr *name, const VarDecl *variable) {
  if (unit_.untraced.contains(variable) || unit_.changed_inside.contains(variable))
    return false;
  if (!name->refersToEnclosingVariableOrCapture())
    return true;
  const bool parameter =
      isa<ParmVarDecl>(variable) && flow_.values(variable).empty() && !flow_.isRunning(variable);
  return parameter || flow_.onlyValue(variable);
}

} // namespace fsfind::analyzer
