#include "analyzer/extract/editability/RawMemory.h"

#include "analyzer/extract/editability/StorageCalls.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/Builtins.h>

#include <llvm/ADT/STLExtras.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool isRawLocal(const VarDecl *variable) {
  return variable->isLocalVarDecl() && variable->hasLocalStorage() &&
         variable->getType()->isVoidPointerType();
}

const VarDecl *localIn(const Expr *expression) {
  const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && isRawLocal(variable) ? variable : nullptr;
}

const CallExpr *initialiser(const VarDecl *variable) {
  const Expr *value = variable->getInit();
  return value ? dyn_cast<CallExpr>(value->IgnoreParenCasts()) : nullptr;
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
    if (const auto *made = dyn_cast<CXXNewExpr>(statement))
      makeIn(made);
    noteHolders(statement);
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
    become(variable, cast->getType()->getPointeeType());
    return true;
  }

  void noteHolders(const Stmt *statement) {
    if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
      for (const Decl *decl : declarations->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl))
          if (const CallExpr *call = initialiser(variable))
            hold(call, isRawLocal(variable) ? variable : nullptr);
    } else if (const auto *binary = dyn_cast<BinaryOperator>(statement);
               binary && binary->getOpcode() == BO_Assign)
      if (const auto *call = dyn_cast<CallExpr>(binary->getRHS()->IgnoreParenCasts()))
        hold(call, localIn(binary->getLHS()));
  }

  void hold(const CallExpr *call, const VarDecl *variable) {
    if (variable)
      unit_.raw_holders.try_emplace(call, variable);
  }

  /// `new (raw) row`
  void makeIn(const CXXNewExpr *made) {
    const VarDecl *variable =
        made->getNumPlacementArgs() == 1 ? localIn(made->getPlacementArg(0)) : nullptr;
    if (variable && !made->getAllocatedType()->isDependentType())
      become(variable, made->getAllocatedType());
  }

  void become(const VarDecl *variable, QualType made) {
    RawLocal &local = unit_.raw_locals[variable];
    const QualType type = made.getCanonicalType().getUnqualifiedType();
    local.several |= !local.made.isNull() && local.made != type;
    local.made = type;
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

/// The local whose address the call is given, or that its result is assigned to.
const VarDecl *givenLater(Unit &unit, const CallExpr *call) {
  for (const Expr *argument : call->arguments()) {
    const auto *address = dyn_cast<UnaryOperator>(argument->IgnoreParenCasts());
    if (address && address->getOpcode() == UO_AddrOf)
      return localIn(address->getSubExpr());
  }
  return call->getType()->isVoidPointerType() ? unit.raw_holders.lookup(call) : nullptr;
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
  const VarDecl *holder = unit.raw_holders.lookup(call);
  if (holder && holder->getDeclContext() == function && initialiser(holder) == call)
    if (const auto known = unit.raw_locals.find(holder); known != unit.raw_locals.end()) {
      const RawLocal &local = known->second;
      return local.other_uses || local.several ? QualType() : local.made;
    }
  const VarDecl *variable = givenLater(unit, call);
  const auto given = variable ? unit.raw_locals.find(variable) : unit.raw_locals.end();
  return given == unit.raw_locals.end() || given->second.several ? QualType() : given->second.made;
}

} // namespace fsfind::analyzer
