#include "analyzer/extract/sums/Update.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/extract/flow/Accumulations.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/sums/LoopShape.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr const char *kOrdered = "a change has a memory order that other data may rely on";

const ClassTemplateSpecializationDecl *standardAtomic(QualType type) {
  const auto *record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return record && record->isInStdNamespace() && record->getName() == "atomic" &&
                 record->getTemplateArgs().size() == 1
             ? record
             : nullptr;
}

/// The lvalue that an operand denotes, which may be its address.
const Expr *lvalueOf(const Expr *operand) {
  operand = operand->IgnoreParenImpCasts();
  if (!operand->getType()->isPointerType())
    return operand;
  const auto *address = dyn_cast<UnaryOperator>(operand);
  return address && address->getOpcode() == UO_AddrOf ? address->getSubExpr()->IgnoreParens()
                                                      : nullptr;
}

/// The order is part of what a macro of the system or a default argument says, or it is relaxed.
bool isWeak(Unit &unit, const Expr *order, const Expr *whole) {
  constexpr std::int64_t relaxed = 0, sequential = 5;
  if (!isTyped(order))
    return false;
  if (isa<CXXDefaultArgExpr>(order))
    return true;
  const auto value = integerOf(order, unit.context);
  if (value != sequential)
    return value == relaxed;
  const SourceManager &sources = unit.sources;
  const SourceLocation begin = whole->getBeginLoc(), at = order->getBeginLoc();
  if (!begin.isMacroID() || !at.isMacroID())
    return false;
  // `atomic_fetch_add(&hits, 1)`: no token of the order stands where the macro is used.
  const CharSourceRange written = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(order->getSourceRange()), sources, unit.context.getLangOpts());
  return written.isInvalid() && sources.getExpansionLoc(begin) == sources.getExpansionLoc(at);
}

void readAtomic(Unit &unit, const AtomicExpr *atomic, Update &update) {
  update.object = lvalueOf(atomic->getPtr());
  update.amount = atomic->getVal1();
  update.subtracts = compat::atomicName(atomic).contains("sub");
  update.atomic = true;
  if (!isWeak(unit, atomic->getOrder(), atomic))
    update.obstacle = kOrdered;
}

/// `hits += 1`, `hits++` of std::atomic.
void readOperator(const CXXOperatorCallExpr *call, Update &update) {
  update.object = call->getArg(0);
  const OverloadedOperatorKind kind = call->getOperator();
  const bool steps = kind == OO_PlusPlus || kind == OO_MinusMinus;
  update.amount = steps || call->getNumArgs() < 2 ? nullptr : call->getArg(1);
  update.subtracts = kind == OO_MinusMinus || kind == OO_MinusEqual;
}

/// `hits.fetch_add(1)`, `std::atomic_fetch_add(&hits, 1)`: the object, the amount, and the order if
/// there is one.
void readFetch(Unit &unit, const CallExpr *call, llvm::StringRef name, Update &update) {
  const auto *method = dyn_cast<CXXMemberCallExpr>(call);
  const unsigned amount = method ? 0 : 1;
  const Expr *owner = method                   ? method->getImplicitObjectArgument()
                      : call->getNumArgs() > 0 ? call->getArg(0)
                                               : nullptr;
  const bool known = name.starts_with("fetch_") || name.starts_with("atomic_fetch_");
  if (!known || !owner || call->getNumArgs() <= amount)
    return;
  update.object = lvalueOf(owner);
  update.amount = call->getArg(amount);
  update.subtracts = name.contains("sub");
  if (call->getNumArgs() > amount + 1 && !isWeak(unit, call->getArg(amount + 1), call))
    update.obstacle = kOrdered;
}

void readCall(Unit &unit, const CallExpr *call, Update &update) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return;
  update.atomic = true;
  const std::string name = plainName(callee);
  if (llvm::StringRef(name).starts_with("__sync_") && call->getNumArgs() == 2) {
    update.object = lvalueOf(call->getArg(0));
    update.obstacle = "a change is a full memory barrier, too";
  } else if (isStandard(callee)) {
    if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(call))
      readOperator(operation, update);
    else
      readFetch(unit, call, name, update);
  }
}

} // namespace

QualType numberIn(const Expr *object) {
  const Expr *plain = object->IgnoreParenImpCasts();
  QualType type = plain->getType();
  if (const auto *name = dyn_cast<DeclRefExpr>(plain))
    type = name->getDecl()->getType().getNonReferenceType();
  else if (const auto *member = dyn_cast<MemberExpr>(plain))
    type = member->getMemberDecl()->getType().getNonReferenceType();
  if (const auto *atomic = type->getAs<AtomicType>())
    return atomic->getValueType();
  const ClassTemplateSpecializationDecl *standard = standardAtomic(type);
  if (!standard)
    return type;
  if (const auto *written = type->getAs<TemplateSpecializationType>();
      written && written->template_arguments().size() == 1 &&
      written->template_arguments()[0].getKind() == TemplateArgument::Type)
    return written->template_arguments()[0].getAsType();
  return standard->getTemplateArgs()[0].getAsType();
}

std::optional<Update> updateBy(Unit &unit, const Expr *statement) {
  if (const auto *full = dyn_cast<FullExpr>(statement))
    statement = full->getSubExpr();
  Update update;
  update.whole = statement;
  update.how = combinationOf(unit, statement);
  if (const auto *unary = dyn_cast<UnaryOperator>(statement)) {
    if (!unary->isIncrementDecrementOp())
      return std::nullopt;
    update.object = unary->getSubExpr();
    update.subtracts = unary->isDecrementOp();
  } else if (const auto *binary = dyn_cast<CompoundAssignOperator>(statement)) {
    update.object = binary->getLHS();
    update.amount = binary->getRHS();
    update.subtracts = binary->getOpcode() == BO_SubAssign;
  } else if (const auto *atomic = dyn_cast<AtomicExpr>(statement))
    readAtomic(unit, atomic, update);
  else if (const auto *call = dyn_cast<CallExpr>(statement))
    readCall(unit, call, update);
  if (!update.object || (update.how == Accumulation::None && update.obstacle.empty()))
    return std::nullopt;
  update.object = update.object->IgnoreParenImpCasts();
  const QualType type = update.object->getType();
  update.atomic = update.atomic || type->isAtomicType();
  if (type.isVolatileQualified())
    update.obstacle = "it is volatile";
  return update;
}

} // namespace fsfind::analyzer
