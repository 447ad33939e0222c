#include "analyzer/extract/editability/RawMemory.h"

#include "analyzer/extract/editability/StorageCalls.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/Builtins.h>

#include <llvm/ADT/STLExtras.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

const VarDecl *localIn(const Expr *expression) {
  const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->isLocalVarDecl() && variable->hasLocalStorage() &&
                 variable->getType()->isVoidPointerType()
             ? variable
             : nullptr;
}

/// Reads a function's body once, for all its locals of that type.
class RawLocals {
public:
  explicit RawLocals(Unit &unit) : unit_(unit) {}

  /// `judged`: what the statement is for tells nothing of what is in a local's memory.
  void read(const Stmt *statement, bool judged) {
    if (!statement)
      return;
    if (const auto *name = dyn_cast<DeclRefExpr>(statement))
      return use(name, judged);
    if (const auto *cast = dyn_cast<CastExpr>(statement))
      return read(cast->getSubExpr(), convert(cast, judged));
    if (const auto *parenthesis = dyn_cast<ParenExpr>(statement))
      return read(parenthesis->getSubExpr(), judged);
    const auto *choice = dyn_cast<IfStmt>(statement);
    const Stmt *condition = choice ? choice->getCond() : nullptr;
    const auto *call = dyn_cast<CallExpr>(statement);
    const bool judges = isTest(statement) || (call && letsBe(call));
    for (const Stmt *child : statement->children())
      read(child, judges || child == condition);
  }

private:
  void use(const DeclRefExpr *name, bool judged) {
    const VarDecl *variable = localIn(name);
    if (!variable)
      return;
    unit_.raw_locals[variable].other_uses |= !judged;
  }

  /// Whether the use of what is converted is judged by that.
  bool convert(const CastExpr *cast, bool judged) {
    const VarDecl *variable = localIn(cast->getSubExpr());
    if (!variable || cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp)
      return judged;
    if (cast->getCastKind() == CK_PointerToBoolean)
      return true;
    if (!cast->getType()->isPointerType() || cast->getType()->isVoidPointerType())
      return judged;
    RawLocal &local = unit_.raw_locals[variable];
    const QualType type = cast->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
    local.several |= !local.made.isNull() && local.made != type;
    local.made = type;
    return true;
  }

  static bool isTest(const Stmt *statement) {
    if (const auto *unary = dyn_cast<UnaryOperator>(statement))
      return unary->getOpcode() == UO_LNot;
    const auto *binary = dyn_cast<BinaryOperator>(statement);
    return binary && (binary->isEqualityOp() || binary->isLogicalOp());
  }

  bool letsBe(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    return callee && (callee->getBuiltinID() == Builtin::BIfree ||
                      unit_.meaning(callee).keeps_bytes || fillsWithOneValue(unit_, call));
  }

  Unit &unit_;
};

/// Reads the function unless that was done, or there is nothing to read.
void readLocals(Unit &unit, const FunctionDecl *function) {
  const Stmt *body = function ? function->getBody() : nullptr;
  if (body && unit.read_for_raw_locals.insert(function).second)
    RawLocals(unit).read(body, false);
}

const RawLocal *rawLocal(Unit &unit, const VarDecl *variable) {
  const auto *function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (!function)
    return nullptr;
  readLocals(unit, function);
  const auto found = unit.raw_locals.find(variable);
  return found == unit.raw_locals.end() || found->second.other_uses ? nullptr : &found->second;
}

const CallExpr *initialiser(const VarDecl *variable) {
  const Expr *value = variable->getInit();
  return value ? dyn_cast<CallExpr>(value->IgnoreParenCasts()) : nullptr;
}

} // namespace

const CallExpr *callBehind(Unit &unit, const Expr *pointer) {
  if (const auto *call = dyn_cast<CallExpr>(pointer->IgnoreParenCasts()))
    return call;
  const VarDecl *variable = localIn(pointer);
  return variable && rawLocal(unit, variable) ? initialiser(variable) : nullptr;
}

QualType madeBehind(Unit &unit, const CallExpr *call, const FunctionDecl *function) {
  readLocals(unit, function);
  for (const auto &[variable, local] : unit.raw_locals)
    if (variable->getDeclContext() == function && initialiser(variable) == call)
      return local.other_uses || local.several ? QualType() : local.made;
  return {};
}

} // namespace fsfind::analyzer
