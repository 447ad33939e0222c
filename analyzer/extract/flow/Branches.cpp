#include "analyzer/extract/flow/Branches.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/LocalFlow.h"
#include "rules/model/NameHints.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Builtins.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// The value of a constant number; 0 for a null pointer.
std::optional<std::int64_t> knownValue(const Expr *expression, const ASTContext &context) {
  if (!hasValue(expression))
    return std::nullopt;
  const QualType type = expression->getType();
  if (type->isPointerType() || type->isNullPtrType())
    return isNullConstant(expression, context) ? std::optional<std::int64_t>(0) : std::nullopt;
  return integerOf(expression, context);
}

const CallExpr *expectIn(const Expr *condition) {
  const auto *call = dyn_cast<CallExpr>(condition->IgnoreParenImpCasts());
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const unsigned builtin = callee ? callee->getBuiltinID() : 0;
  return builtin == Builtin::BI__builtin_expect ||
                 builtin == Builtin::BI__builtin_expect_with_probability
             ? call
             : nullptr;
}

/// The member or variable that an expression reads last, through loads, dereferences and calls on
/// it.
const ValueDecl *declReadLast(const Expr *expression) {
  while (isTyped(expression)) {
    expression = expression->IgnoreParenCasts();
    if (const auto *member = dyn_cast<MemberExpr>(expression))
      return member->getMemberDecl();
    if (const auto *name = dyn_cast<DeclRefExpr>(expression))
      return name->getDecl();
    if (const auto *unary = dyn_cast<UnaryOperator>(expression))
      expression = unary->getSubExpr();
    else if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression))
      expression = element->getBase();
    else if (const auto *atomic = dyn_cast<AtomicExpr>(expression))
      expression = atomic->getPtr();
    else if (const auto *call = dyn_cast<CallExpr>(expression))
      expression = objectOf(call)            ? objectOf(call)
                   : call->getNumArgs() == 1 ? call->getArg(0)
                                             : nullptr;
    else
      return nullptr;
  }
  return nullptr;
}

/// Whether the expression is the store's target, or a local that was read from it.
bool standsFor(const Expr *side, const Store &store, const LocalFlow &flow) {
  const ValueDecl *decl = declReadLast(side);
  if (!decl)
    return false;
  if (decl == store.target || decl == declReadLast(store.expected))
    return true;
  const auto *variable = dyn_cast<VarDecl>(decl);
  const Expr *value = variable ? flow.onlyValue(variable->getCanonicalDecl()) : nullptr;
  return value && declReadLast(value) == store.target;
}

bool isSame(const Expr *a, const Expr *b, const ASTContext &context) {
  const auto left = knownValue(a, context), right = knownValue(b, context);
  if (left || right)
    return left == right;
  const ValueDecl *decl = declReadLast(a);
  return decl && decl == declReadLast(b);
}

/// Whether the value is the target's old one, changed: `long next = old + 1`. Each such store gives
/// another value.
bool isStepFromOld(const Expr *value, const Store &store, const LocalFlow &flow) {
  const auto *variable = dyn_cast_or_null<VarDecl>(declReadLast(value));
  const Expr *given = variable ? flow.onlyValue(variable->getCanonicalDecl()) : nullptr;
  const auto *step = dyn_cast<BinaryOperator>((given ? given : value)->IgnoreParenImpCasts());
  return step && (standsFor(step->getLHS(), store, flow) || standsFor(step->getRHS(), store, flow));
}

bool comparisonLatches(const BinaryOperator *compare, bool holds, const Expr *side,
                       const Expr *other, const Store &store, const LocalFlow &flow,
                       const ASTContext &context) {
  if (!standsFor(side, store, flow))
    return false;
  const bool equal = (compare->getOpcode() == BO_EQ) == holds;
  if (compare->isEqualityOp() && equal)
    return knownValue(other, context).has_value();
  return store.value && isSame(other, store.value, context) &&
         !isStepFromOld(store.value, store, flow);
}

/// By name, because wrappers around `throw` are often not marked noreturn.
bool namesBadEnd(const FunctionDecl *callee, const Knowledge &known) {
  const std::string name = callee->getNameInfo().getAsString();
  return known.wordsIn(llvm::StringRef(name).ltrim('_')).has(Word::BadEnd);
}

bool isBadEnd(const Stmt *last, const Knowledge &known) {
  const auto *expression = dyn_cast<Expr>(last);
  if (expression && isa<CXXThrowExpr>(expression->IgnoreImplicit()))
    return true;
  if (const auto *call =
          expression ? dyn_cast<CallExpr>(expression->IgnoreParenImpCasts()) : nullptr) {
    const FunctionDecl *callee = call->getDirectCallee();
    return callee && (callee->isNoReturn() || namesBadEnd(callee, known));
  }
  const auto *jump = dyn_cast<GotoStmt>(last);
  return jump && known.wordsIn(jump->getLabel()->getName()).has(Word::BadLabel);
}

/// Whether the operator returns the target of an assignment: `v[i] = …`, `*p = …`.
bool leadsToElement(const CallExpr *call) {
  const auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
  return operation && (operation->getOperator() == OO_Subscript ||
                       operation->getOperator() == OO_Star || operation->getOperator() == OO_Arrow);
}

const Stmt *lastOf(const Stmt *branch) {
  while (const auto *block = dyn_cast_or_null<CompoundStmt>(branch))
    branch = block->body_empty() ? nullptr : block->body_back();
  return branch;
}

} // namespace

llvm::SmallVector<Guard, 4> partsOf(Guard guard) {
  llvm::SmallVector<Guard, 4> parts{guard};
  for (std::size_t i = 0; i < parts.size(); ++i)
    while (const Expr *condition = parts[i].condition->IgnoreParenImpCasts()) {
      parts[i].condition = condition;
      const auto *unary = dyn_cast<UnaryOperator>(condition);
      const auto *binary = dyn_cast<BinaryOperator>(condition);
      if (const CallExpr *expect = expectIn(condition))
        parts[i].condition = expect->getArg(0);
      else if (unary && unary->getOpcode() == UO_LNot)
        parts[i] = {unary->getSubExpr(), !parts[i].holds};
      else if (binary && binary->getOpcode() == (parts[i].holds ? BO_LAnd : BO_LOr)) {
        parts.push_back({binary->getRHS(), parts[i].holds});
        parts[i].condition = binary->getLHS();
      } else
        break;
    }
  return parts;
}

bool isUnlikely(Guard guard, const Knowledge &known) {
  if (!isTyped(guard.condition))
    return false;
  const Expr *condition = guard.condition->IgnoreParenImpCasts();
  if (const CallExpr *expect = expectIn(condition)) {
    const auto *likely = dyn_cast<IntegerLiteral>(expect->getArg(1)->IgnoreParenImpCasts());
    return likely && (likely->getValue() != 0) != guard.holds;
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(condition);
      unary && unary->getOpcode() == UO_LNot)
    return isUnlikely({unary->getSubExpr(), !guard.holds}, known);
  if (const auto *binary = dyn_cast<BinaryOperator>(condition); binary && binary->isLogicalOp()) {
    const Guard left{binary->getLHS(), guard.holds}, right{binary->getRHS(), guard.holds};
    const bool both = (binary->getOpcode() == BO_LAnd) == guard.holds;
    return both ? isUnlikely(left, known) || isUnlikely(right, known)
                : isUnlikely(left, known) && isUnlikely(right, known);
  }
  const ValueDecl *decl = guard.holds ? declReadLast(condition) : nullptr;
  return decl && decl->getDeclName().isIdentifier() &&
         namesRareEvent(known.nameWords(), decl->getName());
}

const Stmt *seldomIn(const Stmt *statement) {
  if (const auto *handler = dyn_cast<CXXCatchStmt>(statement))
    return handler->getHandlerBlock();
  const auto *marked = dyn_cast<AttributedStmt>(statement);
  return marked && hasSpecificAttr<UnlikelyAttr>(marked->getAttrs()) ? marked->getSubStmt()
                                                                     : nullptr;
}

bool endsBadly(const Stmt *branch, const Knowledge &known) {
  const Stmt *last = lastOf(branch);
  return last && isBadEnd(last, known);
}

bool leaves(const Stmt *branch, const Knowledge &known) {
  const Stmt *last = lastOf(branch);
  return last &&
         (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(last) || isBadEnd(last, known));
}

const Expr *equalToConstant(Guard part, const ASTContext &context) {
  const auto *compare = dyn_cast<BinaryOperator>(part.condition);
  if (!compare)
    return part.holds ? nullptr : part.condition;
  if (!compare->isEqualityOp() || (compare->getOpcode() == BO_EQ) != part.holds)
    return nullptr;
  if (knownValue(compare->getRHS(), context))
    return compare->getLHS();
  return knownValue(compare->getLHS(), context) ? compare->getRHS() : nullptr;
}

Store storeAt(const Expr *at, const Expr *value) {
  if (const auto *atomic = dyn_cast<AtomicExpr>(at))
    return atomic->isCmpXChg()
               ? Store{declReadLast(atomic->getPtr()), atomic->getVal1(), atomic->getVal2()}
               : Store{declReadLast(atomic->getPtr()), nullptr, value};
  const auto *call = dyn_cast<CallExpr>(at);
  if (!call || leadsToElement(call))
    return {declReadLast(at), nullptr, value};
  const FunctionDecl *callee = call->getDirectCallee();
  const bool swaps = callee && isCompareAndSwap(plainName(callee));
  const Expr *owner = objectOf(call);
  const unsigned first = owner && !isa<CXXOperatorCallExpr>(call) ? 0 : 1;
  if (call->getNumArgs() < first + (swaps ? 2 : 1))
    return {};
  const ValueDecl *target = declReadLast(owner ? owner : call->getArg(0));
  return swaps ? Store{target, call->getArg(first), call->getArg(first + 1)}
               : Store{target, nullptr, call->getArg(first)};
}

bool latches(Guard guard, const Store &store, const LocalFlow &flow, const ASTContext &context) {
  if (!store.target || !isTyped(guard.condition))
    return false;
  return llvm::any_of(partsOf(guard), [&](Guard part) {
    if (const auto *compare = dyn_cast<BinaryOperator>(part.condition))
      return compare->isComparisonOp() &&
             (comparisonLatches(compare, part.holds, compare->getLHS(), compare->getRHS(), store,
                                flow, context) ||
              comparisonLatches(compare, part.holds, compare->getRHS(), compare->getLHS(), store,
                                flow, context));
    return !part.holds && standsFor(part.condition, store, flow);
  });
}

} // namespace fsfind::analyzer
