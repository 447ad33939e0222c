#include "analyzer/extract/slots/SlotUses.h"
#include "analyzer/extract/slots/SlotValues.h"
#include "analyzer/extract/slots/SourceText.h"

#include <llvm/ADT/StringSwitch.h>

/// Algorithms of the standard library that go through all elements.
namespace fsfind::analyzer {

using namespace clang;

namespace {

enum class Algorithm : std::uint8_t {
  None,
  Sum,      ///< accumulate
  Reduce,   ///< reduce
  Extremum, ///< max_element, min_element
  Fill,     ///< fill
  Visit,    ///< for_each, count_if and others that call a lambda with each element
};

Algorithm algorithmOf(const FunctionDecl *callee) {
  if (!callee || !callee->isInStdNamespace() || !callee->getIdentifier())
    return Algorithm::None;
  return llvm::StringSwitch<Algorithm>(callee->getName())
      .Case("accumulate", Algorithm::Sum)
      .Case("reduce", Algorithm::Reduce)
      .Cases("max_element", "min_element", Algorithm::Extremum)
      .Case("fill", Algorithm::Fill)
      .Cases("for_each", "count_if", "all_of", "any_of", "none_of", Algorithm::Visit)
      .Default(Algorithm::None);
}

/// `counts` of `counts.begin()`, `std::begin(counts)`; of an array or pointer `counts` itself.
const Expr *endOf(const Expr *value, llvm::StringRef end) {
  value = asWritten(value);
  if (const auto *made = dyn_cast<CXXConstructExpr>(value); made && made->getNumArgs() == 1)
    value = asWritten(made->getArg(0)); // a copy
  const auto is_end = [&](const FunctionDecl *callee) {
    return callee && callee->getIdentifier() &&
           (callee->getName() == end || callee->getName() == ("c" + end).str());
  };
  if (const auto *method = dyn_cast<CXXMemberCallExpr>(value))
    return is_end(method->getMethodDecl()) ? asWritten(method->getImplicitObjectArgument())
                                           : nullptr;
  if (const auto *call = dyn_cast<CallExpr>(value))
    return is_end(call->getDirectCallee()) && call->getNumArgs() == 1 ? asWritten(call->getArg(0))
                                                                      : nullptr;
  if (const auto *sum = dyn_cast<BinaryOperator>(value))
    return sum->getOpcode() == BO_Add && end == "end" ? asWritten(sum->getLHS()) : nullptr;
  return end == "begin" ? value : nullptr;
}

const LambdaExpr *lambdaIn(const Expr *value) {
  value = asWritten(value);
  if (const auto *made = dyn_cast<CXXConstructExpr>(value); made && made->getNumArgs() == 1)
    value = asWritten(made->getArg(0));
  return dyn_cast<LambdaExpr>(value);
}

} // namespace

/// What an algorithm calls for each element names the element's member. All that is written keeps
/// the types that the algorithm had to do with.
void SlotUses::seeAlgorithm(const CallExpr *call) {
  const Algorithm algorithm = algorithmOf(call->getDirectCallee());
  if (algorithm == Algorithm::None || call->getNumArgs() < 2 ||
      !unit_.context.getLangOpts().CPlusPlus14)
    return;
  const Expr *begin = endOf(call->getArg(0), "begin"), *end = endOf(call->getArg(1), "end");
  const ValueDecl *named = begin ? holderIn(begin) : nullptr;
  SlotsDraft *draft = named ? slots_.of(named) : nullptr;
  const auto *name = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!draft || draft->type.indirect || draft->type.element->isArrayType() || !end ||
      holderIn(end) != named || !name || name->hasExplicitTemplateArgs())
    return;
  bool edited = false;
  switch (algorithm) {
  case Algorithm::Sum:
    edited = sumElements(*draft, call);
    break;
  case Algorithm::Reduce:
    edited = reduceElements(*draft, call, name->getLocation());
    break;
  case Algorithm::Extremum:
    edited = findExtremum(*draft, call);
    break;
  case Algorithm::Fill:
    edited = call->getNumArgs() == 3;
    if (edited)
      wrapInBraces(unit_, *draft, call->getArg(2), draft->wrapper);
    break;
  default:
    edited = call->getNumArgs() == 3 && visitElements(*draft, call->getArg(2), 0);
  }
  if (!edited)
    return;
  draft->indexed = true;
  settled_.insert(begin);
  settled_.insert(end);
}

/// Adds an argument as the last one.
void SlotUses::addArgument(SlotsDraft &draft, const CallExpr *call, std::string argument) {
  const FactPlace close = spanOf(unit_, {call->getRParenLoc(), call->getRParenLoc()}).begin;
  edit(draft, {close, close, ", " + std::move(argument)});
}

bool SlotUses::sumElements(SlotsDraft &draft, const CallExpr *call) {
  if (call->getNumArgs() == 4)
    return visitElements(draft, call->getArg(3), 1);
  if (call->getNumArgs() != 3)
    return false;
  addArgument(draft, call, "[](auto before, const auto &slot) { return before + slot.value; }");
  return true;
}

/// `std::transform_reduce` makes numbers of the elements.
bool SlotUses::reduceElements(SlotsDraft &draft, const CallExpr *call, SourceLocation name) {
  if (call->getNumArgs() != 3)
    return false;
  const FactPlace at = spanOf(unit_, {name, name}).begin;
  edit(draft, {at, at, "transform_"});
  addArgument(draft, call, "std::plus<>(), [](const auto &slot) { return slot.value; }");
  return true;
}

/// `*std::max_element(…)` becomes `std::max_element(…, less)->value`.
bool SlotUses::findExtremum(SlotsDraft &draft, const CallExpr *call) {
  const auto [outer, level] = around(path_.size());
  const auto *star = dyn_cast_or_null<UnaryOperator>(outer);
  const auto *operation = dyn_cast_or_null<CXXOperatorCallExpr>(outer);
  const bool used =
      (star && star->getOpcode() == UO_Deref) || (operation && operation->getOperator() == OO_Star);
  if (!used || call->getNumArgs() != 2)
    return false;
  const SourceLocation at = star ? star->getOperatorLoc() : operation->getOperatorLoc();
  edit(draft, spanOf(unit_, {at, at}));
  addArgument(draft, call,
              "[](const auto &one, const auto &other) { return one.value < other.value; }");
  const FactPlace behind = placeBehind(unit_, call->getRParenLoc());
  edit(draft, {behind, behind, "->value"});
  usePointer(draft, cast<Expr>(outer), level);
  return true;
}

/// A lambda that is written in place, of which one parameter is the element.
bool SlotUses::visitElements(SlotsDraft &draft, const Expr *function, unsigned parameter) {
  const LambdaExpr *lambda = lambdaIn(function);
  const CXXMethodDecl *body = lambda ? lambda->getCallOperator() : nullptr;
  if (!body || body->getNumParams() != parameter + 1)
    return false;
  useElements(draft, body->getParamDecl(parameter));
  return true;
}

} // namespace fsfind::analyzer
