#include "analyzer/extract/editability/SizeLocals.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// In C++ a constant local may also be used where the tree holds only its value.
const VarDecl *localSize(const ASTContext &context, const Expr *expression) {
  const auto *name = dyn_cast<DeclRefExpr>(expression);
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->isLocalVarDecl() && variable->hasLocalStorage() &&
                 variable->getInit() && variable->getType()->isIntegerType() &&
                 sizeOf(context, variable->getType()) >= sizeOf(context, context.getSizeType()) &&
                 !(context.getLangOpts().CPlusPlus && variable->getType().isConstQualified())
             ? variable
             : nullptr;
}

/// Whether a part of the expression becomes a part of the size that it is.
bool passesOn(const Expr *expression) {
  const auto *both = dyn_cast<BinaryOperator>(expression);
  return isa<ParenExpr>(expression) || isa<CastExpr>(expression) ||
         (both && (both->isAdditiveOp() || both->getOpcode() == BO_Mul));
}

/// Counts how often each local size is named, and takes away the uses as size of memory.
class SizeUses : public RecursiveASTVisitor<SizeUses> {
public:
  explicit SizeUses(Unit &unit) : unit_(unit) {}

  // Called for each by the base class, which goes into types, clauses and lambdas, too.
  bool VisitDeclRefExpr(DeclRefExpr *name) { // NOLINT(readability-identifier-naming)
    if (const VarDecl *variable = localSize(unit_.context, name))
      ++unit_.size_uses[variable];
    return true;
  }
  bool VisitCallExpr(CallExpr *call) { // NOLINT(readability-identifier-naming)
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
      return true;
    if (const auto allocator = allocatorOf(nameOf(callee), unit_.knowledge))
      for (const int at : {allocator->size, allocator->count})
        asks(call, at);
    else if (unit_.meaning(callee).keeps_bytes)
      for (unsigned at = 0; at < call->getNumArgs(); ++at)
        asks(call, static_cast<int>(at));
    return true;
  }

private:
  void asks(const CallExpr *call, int at) {
    if (at >= 0 && at < static_cast<int>(call->getNumArgs()))
      accept(call->getArg(static_cast<unsigned>(at)));
  }

  void accept(const Expr *size) {
    if (const VarDecl *variable = localSize(unit_.context, size))
      --unit_.size_uses[variable];
    if (!isTyped(size) || !size->getType()->isIntegerType() || !passesOn(size))
      return;
    for (const Stmt *part : size->children())
      if (const auto *expression = dyn_cast_or_null<Expr>(part))
        accept(expression);
  }

  Unit &unit_;
};

} // namespace

const Expr *sizeHeld(Unit &unit, const Expr *expression) {
  const VarDecl *variable = localSize(unit.context, expression->IgnoreParenCasts());
  const auto *function = variable ? dyn_cast<FunctionDecl>(variable->getDeclContext()) : nullptr;
  Stmt *body = function ? function->getBody() : nullptr;
  if (!body || function->isDependentContext())
    return nullptr;
  if (unit.read_for_sizes.insert(function).second)
    SizeUses(unit).TraverseStmt(body);
  return unit.size_uses.lookup(variable) == 0 ? variable->getInit() : nullptr;
}

const Expr *withoutWideCasts(const Unit &unit, const Expr *size) {
  for (;;) {
    size = size->IgnoreParens();
    const auto *cast = dyn_cast<CastExpr>(size);
    if (!cast || !isTyped(cast) || !cast->getType()->isIntegerType() ||
        sizeOf(unit.context, cast->getType()) < sizeOf(unit.context, unit.context.IntTy))
      return size;
    size = cast->getSubExpr();
  }
}

} // namespace fsfind::analyzer
