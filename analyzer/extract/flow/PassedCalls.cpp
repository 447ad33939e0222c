#include "analyzer/extract/flow/PassedCalls.h"

#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Parts.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/Builtins.h>

namespace fsfind::analyzer {

using namespace clang;

PassedCalls::PassedCalls(const Stmt *body, const ASTContext &context) : context_(context) {
  const State begin = after(nullptr, nullptr);
  const State end = visit(body, begin);
  rounds_[nullptr] = {begin, meet(end, returned_)};
}

llvm::SmallVector<const Stmt *, 8> PassedCalls::in(const Stmt *loop) const {
  const auto round = rounds_.find(loop);
  llvm::SmallVector<const Stmt *, 8> passed;
  if (unclear_ || round == rounds_.end())
    return passed;
  State at = round->second.end;
  for (; at && at != round->second.begin; at = at->before)
    passed.push_back(at->item);
  if (!at) // it was entered by a jump into it
    passed.clear();
  return passed;
}

PassedCalls::State PassedCalls::meet(State a, State b) {
  if (!a || !b)
    return a ? a : b;
  while (a != b)
    if (a->depth > b->depth)
      a = a->before;
    else
      b = b->before;
  return a;
}

PassedCalls::State PassedCalls::after(State before, const Stmt *item) {
  return &nodes_.emplace_back(Node{item, before, before ? before->depth + 1 : 0});
}

PassedCalls::State PassedCalls::visitChildren(const Stmt *statement, State at) {
  forEachPart(statement, [&](const Stmt *child) { at = visit(child, at); });
  return at;
}

PassedCalls::State PassedCalls::visit(const Stmt *statement, State at) {
  if (!statement)
    return at;
  statement = innermostPart(statement);
  if (isLeaf(statement))
    return at;
  if (const auto *expression = dyn_cast<Expr>(statement))
    return at ? visitExpression(expression, at) : nullptr;
  return visitStatement(statement, at);
}

/// Statements are visited where no way leads, too: labels and cases inside may be jumped to.
PassedCalls::State PassedCalls::visitStatement(const Stmt *statement, State at) {
  if (const auto *choice = dyn_cast<IfStmt>(statement))
    return visitIf(choice, at);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement))
    return visitLoop(statement, at);
  if (const auto *choice = dyn_cast<SwitchStmt>(statement))
    return visitSwitch(choice, at);
  if (const auto *one = dyn_cast<SwitchCase>(statement))
    return visit(one->getSubStmt(), switches_.empty() ? at : meet(at, switches_.back()));
  if (const auto *label = dyn_cast<LabelStmt>(statement))
    return visitLabel(label, at);
  if (isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt>(statement))
    return jump(statement, at);
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    const auto kind = directive->getDirectiveKind();
    const bool region = isOpenMPParallelDirective(kind) || isOpenMPTeamsDirective(kind) ||
                        isOpenMPTaskingDirective(kind);
    return region || !directive->hasAssociatedStmt() ? at : visit(directive->getRawStmt(), at);
  }
  if (const auto *guarded = dyn_cast<CXXTryStmt>(statement)) {
    State end = visit(guarded->getTryBlock(), at);
    for (unsigned i = 0; i < guarded->getNumHandlers(); ++i)
      end = meet(end, visit(guarded->getHandler(i)->getHandlerBlock(), at));
    return end;
  }
  return visitChildren(statement, at);
}

PassedCalls::State PassedCalls::jump(const Stmt *statement, State at) {
  if (const auto *back = dyn_cast<ReturnStmt>(statement))
    returned_ = meet(returned_, visit(back->getRetValue(), at));
  else if (const auto *far = dyn_cast<GotoStmt>(statement)) {
    State &known = jumps_[far->getLabel()];
    known = meet(known, at);
  } else if (isa<IndirectGotoStmt>(statement))
    unclear_ = true;
  else if (isa<BreakStmt>(statement) && !targets_.empty())
    targets_.back().leave = meet(targets_.back().leave, at);
  else
    for (Targets &around : llvm::reverse(targets_))
      if (around.loop) {
        around.next = meet(around.next, at);
        break;
      }
  return nullptr;
}

/// Jumps back to a label come by it before, so they change nothing. A label that only they lead to
/// begins anew.
PassedCalls::State PassedCalls::visitLabel(const LabelStmt *label, State at) {
  at = meet(at, jumps_.lookup(label->getDecl()));
  return visit(label->getSubStmt(), at ? at : &nodes_.front());
}

PassedCalls::State PassedCalls::visitIf(const IfStmt *choice, State at) {
  at = visit(choice->getInit(), at);
  at = visit(choice->getConditionVariableDeclStmt(), at);
  const Outcome outcome = decide(choice->getCond(), at);
  const State then = visit(choice->getThen(), outcome.yes);
  return meet(then, choice->getElse() ? visit(choice->getElse(), outcome.no) : outcome.no);
}

PassedCalls::State PassedCalls::visitSwitch(const SwitchStmt *choice, State at) {
  at = visit(choice->getInit(), at);
  at = visit(choice->getConditionVariableDeclStmt(), at);
  at = visit(choice->getCond(), at);
  targets_.emplace_back();
  switches_.push_back(at);
  State end = visit(choice->getBody(), nullptr);
  switches_.pop_back();
  end = meet(end, targets_.pop_back_val().leave);
  for (const SwitchCase *one = choice->getSwitchCaseList(); one; one = one->getNextSwitchCase())
    if (isa<DefaultStmt>(one))
      return end;
  return choice->isAllEnumCasesCovered() ? end : meet(end, at);
}

PassedCalls::State PassedCalls::visitLoop(const Stmt *loop, State at) {
  const auto *counted = dyn_cast<ForStmt>(loop);
  const auto *range = dyn_cast<CXXForRangeStmt>(loop);
  const auto *while_loop = dyn_cast<WhileStmt>(loop);
  const auto *after_body = dyn_cast<DoStmt>(loop);
  if (counted)
    at = visit(counted->getInit(), at);
  if (range)
    at = visit(range->getRangeInit(), at);
  const State begin = at ? after(at, loop) : nullptr;
  targets_.push_back({.leave = nullptr, .next = nullptr, .loop = true});
  Outcome outcome{begin, begin};
  if (while_loop)
    outcome =
        decide(while_loop->getCond(), visit(while_loop->getConditionVariableDeclStmt(), begin));
  else if (counted)
    outcome = decide(counted->getCond(), begin);
  const Stmt *body = counted      ? counted->getBody()
                     : range      ? range->getBody()
                     : while_loop ? while_loop->getBody()
                                  : after_body->getBody();
  State end = visit(body, outcome.yes);
  end = meet(end, targets_.back().next);
  if (counted)
    end = visit(counted->getInc(), end);
  else if (after_body) {
    outcome = decide(after_body->getCond(), end);
    end = outcome.yes;
  }
  rounds_[loop] = {begin, end};
  return meet(outcome.no, targets_.pop_back_val().leave);
}

PassedCalls::Outcome PassedCalls::decide(const Expr *condition, State at) {
  if (!condition)
    return {at, nullptr};
  const Expr *inner = condition->IgnoreParenImpCasts();
  if (const auto *unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_LNot) {
    const Outcome other = decide(unary->getSubExpr(), at);
    return {other.no, other.yes};
  }
  if (const auto *both = dyn_cast<BinaryOperator>(inner); both && both->isLogicalOp()) {
    const bool conjunction = both->getOpcode() == BO_LAnd;
    const Outcome left = decide(both->getLHS(), at);
    const Outcome right = decide(both->getRHS(), conjunction ? left.yes : left.no);
    return conjunction ? Outcome{right.yes, meet(left.no, right.no)}
                       : Outcome{meet(left.yes, right.yes), right.no};
  }
  if (const auto *call = dyn_cast<CallExpr>(inner))
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && callee->getBuiltinID() == Builtin::BI__builtin_expect)
      return decide(call->getArg(0), at);
  if (const auto value = integerOf(inner, context_))
    return *value != 0 ? Outcome{at, nullptr} : Outcome{nullptr, at};
  at = visit(inner, at);
  return {at, at};
}

PassedCalls::State PassedCalls::visitExpression(const Expr *expression, State at) {
  if (isa<UnaryExprOrTypeTraitExpr, LambdaExpr, CXXNoexceptExpr, CXXTypeidExpr>(expression))
    return at;
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return visitCall(call, at);
  if (const auto *both = dyn_cast<BinaryOperator>(expression); both && both->isLogicalOp()) {
    const Outcome outcome = decide(both, at);
    return meet(outcome.yes, outcome.no);
  }
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(expression)) {
    const Outcome outcome = decide(choice->getCond(), at);
    return meet(visit(choice->getTrueExpr(), outcome.yes),
                visit(choice->getFalseExpr(), outcome.no));
  }
  if (isa<CXXThrowExpr>(expression))
    return nullptr;
  return visitChildren(expression, at);
}

PassedCalls::State PassedCalls::visitCall(const CallExpr *call, State at) {
  at = visitChildren(call, at);
  const FunctionDecl *callee = call->getDirectCallee();
  if (!at || (callee && callee->isNoReturn()))
    return nullptr;
  return after(at, call);
}

} // namespace fsfind::analyzer
