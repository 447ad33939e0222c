#include "analyzer/extract/access/Paths.h"
#include "analyzer/extract/access/Provenances.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/LocalFlow.h"
#include "analyzer/extract/flow/Returns.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// The smart pointer itself, if the method belongs to a base class of it; other owners unchanged.
const Expr *wholeOf(const Expr *owner, const Knowledge &known) {
  const auto *cast = dyn_cast_or_null<ImplicitCastExpr>(owner);
  if (!cast ||
      (cast->getCastKind() != CK_UncheckedDerivedToBase && cast->getCastKind() != CK_DerivedToBase))
    return owner;
  const Expr *whole = cast->getSubExpr();
  return classOf(whole->getType(), known) == TypeClass::Pointer ? whole : owner;
}

bool isLocal(const Unit &unit, const Designator &what) {
  return what.variable && unit.facts.variable(*what.variable).storage == Storage::Local;
}

bool isKept(const Unit &unit, const Designator &what) {
  return what.variable && unit.facts.variable(*what.variable).storage == Storage::ThreadLocal;
}

/// Whether the designator chooses an element by a value that the call determines.
bool choosesElement(const Designator &what) {
  return std::any_of(what.steps.begin(), what.steps.end(), [](const FactStep &step) {
    return step.kind == StepKind::Index && step.index->from != Provenance::Constant &&
           step.index->from != Provenance::Whole && step.index->from != Provenance::Loop;
  });
}

/// The value of member number `at` in `{a, b}`, `std::pair(a, b)` or `std::make_pair(a, b)`; null
/// for others.
const Expr *partGiven(const Expr *value, unsigned at) {
  value = stripped(value);
  if (const auto *list = dyn_cast<InitListExpr>(value))
    return at < list->getNumInits() ? list->getInit(at) : nullptr;
  if (const auto *made = dyn_cast<CXXConstructExpr>(value))
    return made->getConstructor()->getParent()->isInStdNamespace() && at < made->getNumArgs()
               ? made->getArg(at)
               : nullptr;
  const auto *call = dyn_cast<CallExpr>(value);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->isInStdNamespace() && at < call->getNumArgs() ? call->getArg(at)
                                                                         : nullptr;
}

} // namespace

Designator Paths::ofOwner(const Expr *owner) {
  const QualType type = owner->getType();
  return type->isPointerType() ? dereferenced(pointer(owner), type->getPointeeType())
                               : object(owner);
}

Designator Paths::ofCallee(const Expr *pointer, const CallExpr *call) {
  Paths callee_paths(unit_, flow_, {scope_.index, call->getDirectCallee(), {}});
  return substituted(callee_paths.pointer(pointer), call);
}

std::optional<Designator> Paths::elementOfRange(const VarDecl *variable) {
  const CountedLoop *loop = flow_.countedBy(variable);
  if (!loop || !isTyped(loop->range) || loop->range->isTypeDependent())
    return std::nullopt;
  const QualType type = loop->range->getType();
  const TypeClass kind = type->isArrayType() ? TypeClass::Array : classOf(type, unit_.knowledge);
  if (kind != TypeClass::Array && kind != TypeClass::Container)
    return std::nullopt;
  Designator range = object(loop->range);
  if (range.root == Root::Unknown)
    return std::nullopt;
  range.address_of = kind == TypeClass::Array;
  range.type = unit_.type(type);
  return element(std::move(range), {.from = loop->kind, .text = plainName(variable)},
                 variable->getType().getNonReferenceType());
}

std::optional<Designator> Paths::containerElement(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const Expr *owner = wholeOf(objectOf(call), unit_.knowledge);
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!owner || !method)
    return std::nullopt;
  const bool arrow = isa<CXXMemberCallExpr>(call) && owner->getType()->isPointerType();
  const QualType of = arrow ? owner->getType()->getPointeeType() : owner->getType();
  const TypeClass kind = classOf(of, unit_.knowledge);
  if (kind != TypeClass::Container && kind != TypeClass::Array && kind != TypeClass::Pointer)
    return std::nullopt;
  Designator base = arrow ? dereferenced(pointer(owner), of) : object(owner);
  base.address_of = kind == TypeClass::Array;
  base.type = unit_.type(of);
  const bool bits = changesBits(method);
  const QualType result = bits || isBit(call->getType()) ? unit_.context.BoolTy : call->getType();
  const auto arguments = argumentsOf(call);
  const std::string name =
      method->getDeclName().isIdentifier() ? method->getName().str() : std::string();
  if (method->getOverloadedOperator() == OO_Subscript || name == "at" ||
      (bits && !name.empty() && !arguments.empty()))
    return element(base, arguments.empty() ? FactIndex{} : provenance(arguments[0]), result);
  if (method->getOverloadedOperator() == OO_Star && arguments.empty())
    return dereferenced(base, result);
  if (method->getOverloadedOperator() == OO_Arrow || name == "get" || name == "lock") {
    base.address_of = false;
    return base;
  }
  // Which element is the last one changes when a container grows.
  if (name == "back" && kind != TypeClass::Array)
    return element(base, {.text = "back()"}, result);
  if (name == "front" || name == "back")
    return element(base, FactIndex{.from = Provenance::Constant}, result);
  if (name == "data" || name == "begin" || name == "cbegin" || name == "end") {
    base.address_of = kind == TypeClass::Array;
    return base;
  }
  return std::nullopt;
}

Designator Paths::substituted(const Designator &inner, const CallExpr *call) {
  Designator outer;
  std::size_t used = 0;
  const auto arguments = argumentsOf(call);
  if (inner.root == Root::This) {
    const Expr *owner = objectOf(call);
    if (!owner)
      return {};
    const bool arrow = owner->getType()->isPointerType();
    outer =
        arrow ? dereferenced(pointer(owner), owner->getType()->getPointeeType()) : object(owner);
    used = !inner.steps.empty() && inner.steps.front().kind == StepKind::Deref ? 1 : 0;
  } else if (inner.root == Root::Parameter) {
    if (inner.parameter >= arguments.size())
      return {};
    outer = argument(arguments[inner.parameter]);
    if (outer.address_of && !inner.steps.empty() && inner.steps.front().kind == StepKind::Deref) {
      outer.address_of = false;
      used = 1;
      if (unit_.facts.type(outer.type).kind == TypeClass::Array &&
          (inner.steps.size() < 2 || inner.steps[1].kind != StepKind::Index))
        outer.steps.push_back({StepKind::Index, {}, 0, FactIndex{.from = Provenance::Constant}});
    }
  } else
    outer = Designator{inner.root, inner.parameter, inner.variable, inner.function, {}, false, {}};
  if (outer.root == Root::Unknown)
    return {};
  for (; used < inner.steps.size(); ++used) {
    FactStep step = inner.steps[used];
    if (step.kind == StepKind::Index && step.index->from == Provenance::Parameter &&
        step.index->number < arguments.size()) {
      const std::uint32_t scale = step.index->scale;
      step.index = provenance(arguments[step.index->number]);
      step.index.edit().scale *= scale;
    } else if (step.kind == StepKind::Index && isOfArgument(*step.index)) {
      const std::uint32_t number = step.index->number;
      step.index =
          withArgument(*step.index, number <= arguments.size() ? provenance(arguments[number - 1])
                                                               : FactIndex{});
    }
    outer.steps.push_back(std::move(step));
  }
  outer.address_of = inner.address_of;
  outer.type = inner.type;
  return outer;
}

bool Paths::isLocalOf(const FunctionDecl *callee, const Designator &what) {
  return isLocal(unit_, what) &&
         unit_.facts.variable(*what.variable).function == unit_.function(callee);
}

std::optional<Designator> Paths::throughAccessor(const CallExpr *call, bool as_pointer) {
  const FunctionDecl *callee = call->getDirectCallee();
  const Expr *value = onlyReturn(callee);
  if (!value || depth_ > 9 || callee->isInStdNamespace())
    return std::nullopt;
  const LocalFlow names = namesBeforeReturn(unit_, callee);
  Paths callee_paths(unit_, names.empty() ? flow_ : names, {scope_.index, callee, {}});
  callee_paths.depth_ = depth_ + 2;
  Designator inner = as_pointer ? callee_paths.pointer(value) : callee_paths.object(value);
  Designator outer = substituted(inner, call);
  if (outer.root == Root::Unknown || isLocalOf(callee, outer))
    return std::nullopt;
  return outer;
}

/// `access().first`, where the function returns `{&data[i], i}`.
std::optional<Designator> Paths::partOfResult(const Expr *lvalue) {
  const auto *member = dyn_cast<MemberExpr>(lvalue->IgnoreParenImpCasts());
  const auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  const auto *call =
      field && !member->isArrow() ? dyn_cast<CallExpr>(stripped(member->getBase())) : nullptr;
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const Expr *value = depth_ <= 8 ? onlyReturn(callee) : nullptr;
  const Expr *part = value ? partGiven(value, field->getFieldIndex()) : nullptr;
  if (!part || !part->getType()->isPointerType())
    return std::nullopt;
  const LocalFlow names = namesBeforeReturn(unit_, callee);
  Paths callee_paths(unit_, names.empty() ? flow_ : names, {scope_.index, callee, {}});
  callee_paths.depth_ = depth_;
  Designator outer = substituted(callee_paths.pointer(part), call);
  if (outer.root == Root::Unknown || isLocalOf(callee, outer))
    return std::nullopt;
  return outer;
}

/// `lock_t *lock_of(key)`, whose body does more than choose the element that it returns.
std::optional<Designator> Paths::throughReturns(const CallExpr *call, bool as_pointer) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || depth_ > 6 || unit_.inSystemHeader(callee->getLocation()))
    return std::nullopt;
  const Returned &returned = returnedBy(unit_, callee);
  std::optional<Designator> found;
  for (const Expr *value : returned.values) {
    Paths callee_paths(unit_, returned.flow, {scope_.index, callee, {}});
    callee_paths.depth_ = depth_ + 2;
    const Designator inner = as_pointer ? callee_paths.pointer(value) : callee_paths.object(value);
    if (isKept(unit_, inner)) // cached per thread: chosen once, then the thread's own
      return std::nullopt;
    if (found || isLocal(unit_, inner) || !choosesElement(inner))
      continue;
    if (Designator outer = substituted(inner, call); outer.root != Root::Unknown)
      found = std::move(outer);
  }
  return found;
}

Designator Paths::fromCall(const CallExpr *call, bool as_pointer) {
  if (const Expr *inner = stripped(call); inner != call)
    return as_pointer ? pointer(inner) : object(inner);
  if (auto found = fromAtomic(call))
    return *found;
  if (auto found = containerElement(call))
    return *found;
  if (auto found = throughAccessor(call, as_pointer))
    return *found;
  if (auto found = throughReturns(call, as_pointer))
    return *found;
  Designator found;
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return found;
  found.root = Root::Result;
  found.function = unit_.function(callee);
  found.type = unit_.type(call->getType());
  if (!as_pointer && callee->getReturnType()->isReferenceType())
    found.steps.push_back({StepKind::Deref, {}, 0, {}});
  return found;
}

} // namespace fsfind::analyzer
