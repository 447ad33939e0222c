#include "analyzer/extract/flow/Branches.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/LocalFlow.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

/// The part of LocalFlow about values that calls assign: assignment operators, exchanges,
/// out-parameters.
namespace fsfind::analyzer {

using namespace clang;

/// `head.compare_exchange_weak(old, …)` stores the value that it finds in `old`.
void LocalFlow::noteFound(const Expr *swap) {
  const Expr *expected = storeAt(swap, nullptr).expected;
  const auto *address = expected ? dyn_cast<UnaryOperator>(expected->IgnoreParenCasts()) : nullptr;
  const Expr *target =
      address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : expected;
  if (const VarDecl *variable = target ? namedVariable(target) : nullptr)
    values_[variable].exchanged = true;
  if (target && target->isGLValue() && target->getType()->isPointerType())
    give(target, swap);
}

void LocalFlow::noteAssigned(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
      operation && operation->getOperator() == OO_Equal && operation->getNumArgs() == 2)
    give(operation->getArg(0), operation->getArg(1));
  else if (callee && unit_.meaning(callee).swaps)
    noteFound(call);
}

/// `range_of(tid, n, &begin, &end)`, also by reference.
void LocalFlow::noteFilled(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || isa<CXXOperatorCallExpr>(call))
    return;
  for (unsigned i = 0; i < std::min(call->getNumArgs(), callee->getNumParams()); ++i) {
    const Expr *given = call->getArg(i)->IgnoreParenImpCasts();
    const QualType as = callee->getParamDecl(i)->getType();
    const auto *address = dyn_cast<UnaryOperator>(given);
    const bool by_address = address && address->getOpcode() == UO_AddrOf;
    if (!by_address &&
        !(as->isLValueReferenceType() && !as.getNonReferenceType().isConstQualified()))
      continue;
    const VarDecl *variable = namedVariable(by_address ? address->getSubExpr() : given);
    if (variable && variable->hasLocalStorage() && variable->getType()->isIntegerType())
      values_[variable].fillers.push_back(call);
  }
}

} // namespace fsfind::analyzer
