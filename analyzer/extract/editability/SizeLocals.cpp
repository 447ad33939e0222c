#include "analyzer/extract/editability/SizeLocals.h"

#include "analyzer/extract/editability/StorageCalls.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/ASTContext.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

const VarDecl *localNumber(const Expr *expression) {
  const auto *name = dyn_cast<DeclRefExpr>(expression);
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->isLocalVarDecl() && variable->hasLocalStorage() &&
                 variable->getType()->isIntegerType() && variable->getInit()
             ? variable
             : nullptr;
}

/// Whether a part of the expression becomes a part of the size that it is; not of pointers, which
/// tell where something else lies.
bool passesOn(const Expr *expression) {
  if (!expression || !isTyped(expression) || !expression->getType()->isIntegerType())
    return false;
  const auto *both = dyn_cast<BinaryOperator>(expression);
  return isa<ParenExpr>(expression) || isa<CastExpr>(expression) ||
         (both && (both->isAdditiveOp() || both->getOpcode() == BO_Mul));
}

/// Notes the local numbers that the code uses for more than the size of memory.
/// `asks`: the statement is such a size, or a part of one.
void readUses(Unit &unit, const Stmt *statement, bool asks) {
  if (!statement)
    return;
  const auto *expression = dyn_cast<Expr>(statement);
  if (const VarDecl *variable = expression ? localNumber(expression) : nullptr; variable && !asks)
    unit.numbers_used.insert(variable);
  const auto *call = dyn_cast<CallExpr>(statement);
  const bool of_memory = call && takesMemoryBySize(unit, call);
  for (const Stmt *child : statement->children())
    readUses(unit, child, of_memory || (asks && passesOn(expression)));
}

} // namespace

const Expr *sizeHeld(Unit &unit, const Expr *expression) {
  const VarDecl *variable = localNumber(expression->IgnoreParenCasts());
  const auto *function = variable ? dyn_cast<FunctionDecl>(variable->getDeclContext()) : nullptr;
  const Stmt *body = function ? function->getBody() : nullptr;
  if (!body || function->isDependentContext())
    return nullptr;
  if (unit.read_for_sizes.insert(function).second)
    readUses(unit, body, false);
  return unit.numbers_used.contains(variable) ? nullptr : variable->getInit();
}

} // namespace fsfind::analyzer
