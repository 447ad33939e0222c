#include "analyzer/extract/flow/Returns.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Larger functions are not read: they do more than choose what they return. Counts expressions and
/// statements.
constexpr unsigned kMostStatements = 250;
constexpr unsigned kMostReturns = 4;

const Stmt *bodyToRead(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  if (!function || !function->hasBody(definition) || definition->isDependentContext())
    return nullptr;
  return definition->getBody();
}

bool chooses(const Expr *expression) {
  const Expr *inner = expression->IgnoreParenCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(inner))
    inner = address->getSubExpr()->IgnoreParenCasts();
  return isa<ArraySubscriptExpr, CallExpr, BinaryOperator>(inner);
}

/// Whether the statement has no effect on variables or control flow, as an assertion.
bool changesNothing(const Stmt *statement) {
  if (!statement)
    return true;
  if (const auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    return false;
  if (const auto *unary = dyn_cast<UnaryOperator>(statement);
      unary && unary->isIncrementDecrementOp())
    return false;
  return !isa<ReturnStmt, GotoStmt, ForStmt, WhileStmt, LambdaExpr>(statement) &&
         std::all_of(statement->child_begin(), statement->child_end(), changesNothing);
}

} // namespace

const Expr *onlyReturn(const FunctionDecl *function) {
  constexpr unsigned kMostNames = 4;
  const auto *block = dyn_cast_or_null<CompoundStmt>(bodyToRead(function));
  if (!block || block->size() == 0 || block->size() > kMostNames + 1)
    return nullptr;
  const bool straight =
      std::all_of(block->body_begin(), std::prev(block->body_end()),
                  [](const Stmt *one) { return isa<DeclStmt>(one) || changesNothing(one); });
  const auto *back = dyn_cast<ReturnStmt>(block->body_back());
  return straight && back ? back->getRetValue() : nullptr;
}

const CallExpr *onlyCall(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  if (!function || !function->hasBody(definition) || definition->isDependentContext())
    return nullptr;
  const auto *block = dyn_cast_or_null<CompoundStmt>(definition->getBody());
  if (!block || block->size() != 1)
    return nullptr;
  const auto *expression = dyn_cast<Expr>(block->body_front());
  return expression ? dyn_cast<CallExpr>(expression->IgnoreParenCasts()) : nullptr;
}

LocalFlow namesBeforeReturn(Unit &unit, const FunctionDecl *function) {
  LocalFlow flow(unit);
  const FunctionDecl *definition = nullptr;
  if (function->hasBody(definition))
    if (const auto *block = dyn_cast_or_null<CompoundStmt>(definition->getBody()))
      for (const Stmt *one : block->body())
        if (isa<DeclStmt>(one))
          flow.add(one);
  return flow;
}

bool isNothing(const Unit &unit, const Expr *value) {
  if (!hasValue(value))
    return true;
  if (value->getType()->isPointerType())
    return isNullConstant(value, unit.context);
  return value->getType()->isIntegralOrEnumerationType() && isConstant(value, unit.context);
}

const Expr *likelier(const Unit &unit, const AbstractConditionalOperator *choice) {
  const Expr *yes = choice->getTrueExpr(), *no = choice->getFalseExpr();
  if (const auto *short_form = dyn_cast<BinaryConditionalOperator>(choice))
    yes = short_form->getCommon(); // `a ?: b`
  if (isNothing(unit, yes) != isNothing(unit, no))
    return isNothing(unit, yes) ? no : yes;
  return chooses(no) && !chooses(yes) ? no : yes;
}

namespace {

Returned findReturned(Unit &unit, const FunctionDecl *function) {
  Returned found(unit);
  const Stmt *body = bodyToRead(function);
  llvm::SmallVector<const Stmt *, 32> left;
  if (body)
    left.push_back(body);
  for (unsigned seen = 0; !left.empty(); ++seen) {
    const Stmt *one = left.pop_back_val();
    if (seen == kMostStatements || found.values.size() > kMostReturns)
      return Returned(unit);
    if (const auto *back = dyn_cast<ReturnStmt>(one))
      if (const Expr *value = back->getRetValue(); value && !isNothing(unit, value))
        found.values.push_back(value);
    if (isa<LambdaExpr>(one))
      continue;
    for (const Stmt *child : one->children())
      if (child)
        left.push_back(child);
  }
  if (!found.values.empty())
    found.flow.add(body);
  return found;
}

} // namespace

const Returned &returnedBy(Unit &unit, const FunctionDecl *function) {
  auto &known = unit.returned[function->getCanonicalDecl()];
  if (!known)
    known = std::make_shared<const Returned>(findReturned(unit, function));
  return *known;
}

} // namespace fsfind::analyzer
