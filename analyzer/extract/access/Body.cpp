#include "analyzer/extract/access/Body.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/extract/editability/Alignable.h"
#include "analyzer/extract/editability/OrderUses.h"
#include "analyzer/extract/editability/Promises.h"
#include "analyzer/extract/editability/RecordUses.h"
#include "analyzer/extract/flow/Parts.h"

#include <clang/AST/StmtCXX.h>

namespace fsfind::analyzer {

using namespace clang;

void Body::read(const Stmt *body) {
  fact().defined = true;
  unused_.noteWhole(body);
  visit(body);
  notePassed(body);
  dropReplaced();
  const auto object = [this](const Expr *lvalue) { return paths_.object(lvalue); };
  for (FactSum &sum : sumsIn(unit_, flow_, paths_.scope().function, body, object))
    fact().sums.push_back(std::move(sum));
}

std::uint32_t Body::iterations() const {
  std::uint64_t product = loops_.empty() ? 0 : 1;
  for (const std::uint32_t one : loops_)
    product = std::min<std::uint64_t>(product * one, UINT32_MAX);
  return static_cast<std::uint32_t>(product);
}

void Body::visitChildren(const Stmt *statement) {
  forEachPart(statement, [this](const Stmt *child) { visit(child); });
}

void Body::visitLoop(const Stmt *loop) {
  if (!flow_.isLoop(loop))
    return visitOnce(loop);
  if (const auto *counted = dyn_cast<ForStmt>(loop))
    visit(counted->getInit());
  const bool repeats = !flow_.isRoundOfThread(loop);
  if (repeats)
    enterLoop(loop);
  if (const auto *counted = dyn_cast<ForStmt>(loop)) {
    visit(counted->getCond());
    visit(counted->getInc());
    visit(counted->getBody());
  } else if (const auto *range = dyn_cast<CXXForRangeStmt>(loop)) {
    noteOrderUse(unit_, range->getLoopVariable());
    visit(range->getRangeInit());
    visit(range->getBody());
  } else if (const auto *while_loop = dyn_cast<WhileStmt>(loop)) {
    visit(while_loop->getConditionVariableDeclStmt());
    visit(while_loop->getCond());
    visitUnder({while_loop->getCond(), true}, while_loop->getBody());
  } else
    visitChildren(loop);
  if (repeats)
    leaveLoop();
}

void Body::visitDeclarations(const DeclStmt *declarations) {
  unit_.locals.push_back(declarations);
  for (const Decl *decl : declarations->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (const auto *assertion = dyn_cast<StaticAssertDecl>(decl))
      noteAssertion(unit_, assertion->getAssertExpr());
    noteDeclaredSizes(unit_, decl);
    if (!variable)
      continue;
    if (variable->isStaticLocal()) {
      unit_.noteDefinition(variable);
      noteAlignable(unit_, variable);
    }
    noteOrderUse(unit_, variable);
    if (!variable->getInit())
      continue;
    const bool number =
        variable->getType()->isArithmeticType() || variable->getType()->isEnumeralType();
    if (number && variable->hasLocalStorage()) {
      visit(variable->getInit());
      continue;
    }
    Designator target;
    target.root = Root::Variable;
    target.variable = unit_.variable(variable);
    target.type = unit_.type(variable->getType());
    noteMembers(variable->getInit(), target);
    noteNumbers(variable, target);
    visit(variable->getInit());
    if (variable->getTLSKind() != VarDecl::TLS_None &&
        !isConstant(variable->getInit(), unit_.context)) {
      note(target, {Op::Write, false, false, false, nullptr}, variable->getInit());
    }
    if (number)
      continue;
    noteAllocation(variable->getInit(), target);
    noteResult(variable->getInit(), target);
    if (const auto *made = dyn_cast<CXXConstructExpr>(variable->getInit()->IgnoreImplicit()))
      noteConstruction(made, &target);
  }
}

void Body::visit(const Stmt *statement) {
  if (!statement || isLeaf(statement))
    return;
  unused_.noteIn(statement);
  if (const auto *expression = dyn_cast<Expr>(statement)) {
    if (!visitExpression(expression))
      visitChildren(statement);
    return;
  }
  if (const auto *block = dyn_cast<CompoundStmt>(statement))
    return visitBlock(block);
  if (const auto *declarations = dyn_cast<DeclStmt>(statement))
    return visitDeclarations(declarations);
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return visitDirective(directive);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement))
    return visitLoop(statement);
  if (const auto *choice = dyn_cast<IfStmt>(statement))
    return visitIf(choice);
  if (const auto *choice = dyn_cast<SwitchStmt>(statement))
    return visitSwitch(choice);
  if (const Stmt *seldom = seldomIn(statement))
    return visitSeldom(seldom);
  fact().catches |= isa<CXXTryStmt>(statement);
  if (const auto *back = dyn_cast<ReturnStmt>(statement))
    noteReturn(back);
  if (const auto *assembly = dyn_cast<AsmStmt>(statement))
    fact().fences |= assembly->isVolatile();
  visitChildren(statement);
}

/// True if the children have been visited, too.
bool Body::visitExpression(const Expr *expression) {
  if (isa<MemberExpr, ParenExpr>(expression)) // they and conversions are most of all
    return false;
  if (const auto *conversion = dyn_cast<ImplicitCastExpr>(expression)) {
    visitConversion(conversion);
    return false;
  }
  noteUse(unit_, expression);
  noteAddressed(unit_, expression);
  if (const auto *lambda = dyn_cast<LambdaExpr>(expression)) {
    visitLambda(lambda);
    return true;
  }
  if (const auto *call = dyn_cast<CallExpr>(expression)) {
    visitCall(call);
    return true;
  }
  if (const auto *made = dyn_cast<CXXConstructExpr>(expression)) {
    if (!noteStarts(startsOf(unit_, made), made))
      noteConstructorCall(made->getConstructor(), {made->getArgs(), made->getNumArgs()}, made,
                          nullptr);
    return false;
  }
  if (const auto *list = dyn_cast<InitListExpr>(expression))
    noteTemporary(list);
  if (const auto *made = dyn_cast<CXXNewExpr>(expression)) {
    notePlacement(made);
    noteUnheld(made);
  }
  if (const auto *atomic = dyn_cast<AtomicExpr>(expression)) {
    visitAtomic(atomic);
    return false;
  }
  if (const auto *both = dyn_cast<BinaryOperator>(expression); both && both->isLogicalOp()) {
    visitLogical(both);
    return true;
  }
  if (const auto *choice = dyn_cast<ConditionalOperator>(expression)) {
    visitChoice(choice);
    return true;
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(expression);
      binary && binary->isAssignmentOp()) {
    visitAssignment(binary);
    return false;
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(expression);
      unary && unary->isIncrementDecrementOp())
    noteLvalue(unary->getSubExpr(),
               {.op = Op::ReadModifyWrite, .change = unary, .changed = unary->getSubExpr()});
  if (const auto *cast = dyn_cast<CastExpr>(expression);
      cast && cast->getCastKind() == CK_LValueToRValue)
    noteLvalue(cast->getSubExpr(), {});
  return isa<UnaryExprOrTypeTraitExpr>(expression);
}

void Body::visitConversion(const ImplicitCastExpr *conversion) {
  if (conversion->getCastKind() == CK_LValueToRValue)
    noteLvalue(conversion->getSubExpr(), {});
  else
    noteUse(unit_, conversion);
}

void Body::visitAssignment(const BinaryOperator *assignment) {
  const Access access{.op = assignment->isCompoundAssignmentOp() ? Op::ReadModifyWrite : Op::Write,
                      .bulk = assignment->getLHS()->getType()->isRecordType(),
                      .value = assignment->getRHS(),
                      .change = assignment,
                      .changed = assignment->getLHS()};
  noteLvalue(assignment->getLHS(), access);
  if (assignment->getOpcode() != BO_Assign)
    return;
  const Designator target = paths_.object(assignment->getLHS());
  noteMembers(assignment->getRHS(), target);
  if (!assignment->getLHS()->getType()->isPointerType())
    return;
  noteAllocation(assignment->getRHS(), target);
}

void Body::visitAtomic(const AtomicExpr *atomic) {
  fact().fences = true;
  const llvm::StringRef name = compat::atomicName(atomic);
  const Op op = name.contains("init") ? Op::Write : atomicOpOf(name).value_or(Op::ReadModifyWrite);
  const QualType pointee = atomic->getPtr()->getType()->getPointeeType();
  const Access access{.op = op,
                      .atomic = !name.contains("init"),
                      .value = telling(op == Op::Write ? atomic->getVal1() : nullptr),
                      .change = atomic,
                      .changed = atomic->getPtr()};
  noteEach([&] { return paths_.dereferenced(paths_.pointer(atomic->getPtr()), pointee); },
           [&](Designator what) { note(std::move(what), access, atomic); });
}

void Body::visitLambda(const LambdaExpr *lambda) {
  for (const Expr *init : lambda->capture_inits())
    visit(init);
  const CXXMethodDecl *method = bodyOf(lambda);
  if (!method)
    return;
  const FunctionIndex index = unit_.function(method);
  if (unit_.at(index).defined)
    return;
  unit_.at(index).parent = paths_.scope().index;
  Body inner(unit_, flow_, {index, method, {}});
  inner.read(method->getBody());
}

} // namespace fsfind::analyzer
