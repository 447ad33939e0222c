#include "analyzer/extract/flow/Accumulations.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>

/// Accumulations, of what operations do and whether their results are used.
namespace fsfind::analyzer {

using namespace clang;

namespace {

Accumulation combinationOf(BinaryOperatorKind opcode) {
  switch (opcode) {
  case BO_AddAssign:
  case BO_SubAssign:
    return Accumulation::Sum;
  case BO_OrAssign:
    return Accumulation::Or;
  case BO_AndAssign:
    return Accumulation::And;
  case BO_XorAssign:
    return Accumulation::Xor;
  default:
    return Accumulation::None;
  }
}

bool isNumber(QualType type) {
  if (const auto *atomic = type->getAs<AtomicType>())
    type = atomic->getValueType();
  return type->isArithmeticType() && !type->isBooleanType();
}

/// An operation that is relaxed says nothing of other data, and one in the order that is assumed
/// where none is written need not mean to; any other order is there to tell others of something.
bool publishes(const Expr *order, const ASTContext &context) {
  constexpr std::int64_t relaxed = 0, sequential = 5;
  const auto value = isTyped(order) ? integerOf(order, context) : std::nullopt;
  return !value || (*value != relaxed && *value != sequential);
}

bool isMemoryOrder(const Expr *argument) {
  return isTyped(argument) && !isa<CXXDefaultArgExpr>(argument) &&
         argument->getType().getAsString().find("memory_order") != std::string::npos;
}

bool publishes(const CallExpr *call, const ASTContext &context) {
  return llvm::any_of(call->arguments(), [&](const Expr *argument) {
    return isMemoryOrder(argument) && publishes(argument, context);
  });
}

} // namespace

Accumulation combinationOf(const Unit &unit, const Expr *change) {
  if (const auto *unary = dyn_cast<UnaryOperator>(change))
    return unary->isIncrementDecrementOp() && isNumber(unary->getType()) ? Accumulation::Sum
                                                                         : Accumulation::None;
  if (const auto *binary = dyn_cast<BinaryOperator>(change))
    return isNumber(binary->getLHS()->getType()) ? combinationOf(binary->getOpcode())
                                                 : Accumulation::None;
  if (const auto *atomic = dyn_cast<AtomicExpr>(change))
    return publishes(atomic->getOrder(), unit.context)
               ? Accumulation::None
               : accumulationOf(compat::atomicName(atomic), unit.knowledge);
  const auto *call = dyn_cast<CallExpr>(change);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || publishes(call, unit.context))
    return Accumulation::None;
  return accumulationOf(plainName(callee), unit.knowledge);
}

void UnusedValues::discard(const Stmt *statement) {
  const auto *value = dyn_cast_or_null<Expr>(statement);
  if (!value)
    return;
  value = value->IgnoreParens();
  if (const auto *full = dyn_cast<FullExpr>(value))
    return discard(full->getSubExpr());
  if (const auto *cast = dyn_cast<CastExpr>(value))
    return discard(cast->getSubExpr());
  if (const auto *choice = dyn_cast<ConditionalOperator>(value)) {
    discard(choice->getTrueExpr());
    return discard(choice->getFalseExpr());
  }
  if (const auto *both = dyn_cast<BinaryOperator>(value); both && both->isCommaOp())
    discard(both->getRHS());
  unused_.insert(value);
}

void UnusedValues::noteIn(const Expr *expression) {
  if (const auto *comma = dyn_cast<BinaryOperator>(expression)) {
    if (comma->isCommaOp())
      discard(comma->getLHS());
  } else if (const auto *block = dyn_cast<StmtExpr>(expression)) {
    if (unused_.contains(block))
      discard(block->getSubStmt()->body_back());
    with_value_.insert(block->getSubStmt());
  }
}

void UnusedValues::noteIn(const Stmt *statement) {
  if (const auto *expression = dyn_cast<Expr>(statement))
    return noteIn(expression);
  if (const auto *block = dyn_cast<CompoundStmt>(statement)) {
    const bool has_value = with_value_.contains(block);
    for (const Stmt *inner : block->body())
      if (!has_value || inner != block->body_back())
        discard(inner);
  } else if (const auto *choice = dyn_cast<IfStmt>(statement)) {
    discard(choice->getInit());
    discard(choice->getThen());
    discard(choice->getElse());
  } else if (const auto *counted = dyn_cast<ForStmt>(statement)) {
    discard(counted->getInit());
    discard(counted->getInc());
    discard(counted->getBody());
  } else if (const auto *range = dyn_cast<CXXForRangeStmt>(statement))
    discard(range->getBody());
  else if (const auto *loop = dyn_cast<WhileStmt>(statement))
    discard(loop->getBody());
  else if (const auto *once = dyn_cast<DoStmt>(statement))
    discard(once->getBody());
  else if (const auto *cases = dyn_cast<SwitchStmt>(statement))
    discard(cases->getBody());
  else if (const auto *one = dyn_cast<SwitchCase>(statement))
    discard(one->getSubStmt());
  else if (const auto *label = dyn_cast<LabelStmt>(statement))
    discard(label->getSubStmt());
  else if (const auto *marked = dyn_cast<AttributedStmt>(statement))
    discard(marked->getSubStmt());
  else if (const auto *captured = dyn_cast<CapturedStmt>(statement))
    discard(captured->getCapturedStmt());
  else if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    if (directive->hasAssociatedStmt())
      discard(directive->getRawStmt());
  }
}

} // namespace fsfind::analyzer
