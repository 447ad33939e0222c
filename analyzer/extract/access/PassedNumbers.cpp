#include "analyzer/extract/access/PassedNumbers.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Expressions.h"

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Names and operators in one another; sizes of memory have far fewer.
constexpr unsigned kDeepest = 16;
constexpr std::uint64_t kBits = 64;

} // namespace

std::optional<std::uint64_t> PassedNumbers::of(const Expr *number) const {
  return of(number, 0);
}

std::optional<std::uint64_t> PassedNumbers::of(const Expr *number, unsigned depth) const {
  if (!number || depth == kDeepest || !isTyped(number))
    return std::nullopt;
  if (const auto constant = integerOf(number, context_))
    return static_cast<std::uint64_t>(*constant);
  number = number->IgnoreParenCasts();
  if (const auto *name = dyn_cast<DeclRefExpr>(number))
    return ofName(name, depth + 1);
  if (const auto *binary = dyn_cast<BinaryOperator>(number))
    return ofBinary(binary, depth + 1);
  const auto *unary = dyn_cast<UnaryOperator>(number);
  const auto operand = unary ? of(unary->getSubExpr(), depth + 1) : std::nullopt;
  if (!operand || (unary->getOpcode() != UO_Not && unary->getOpcode() != UO_Minus))
    return std::nullopt;
  return unary->getOpcode() == UO_Not ? ~*operand : 0 - *operand;
}

std::optional<std::uint64_t> PassedNumbers::ofName(const DeclRefExpr *name, unsigned depth) const {
  const auto *variable = dyn_cast<VarDecl>(name->getDecl());
  if (!variable)
    return std::nullopt;
  const auto *parameter = dyn_cast<ParmVarDecl>(variable);
  if (!parameter)
    return variable->hasLocalStorage() ? of(flow_.onlyValue(variable->getCanonicalDecl()), depth)
                                       : std::nullopt;
  const unsigned at = parameter->getFunctionScopeIndex();
  return call_ && at < call_->getNumArgs() ? caller_->of(call_->getArg(at), depth) : std::nullopt;
}

std::optional<std::uint64_t> PassedNumbers::ofBinary(const BinaryOperator *binary,
                                                     unsigned depth) const {
  const auto left = of(binary->getLHS(), depth), right = of(binary->getRHS(), depth);
  if (!left || !right)
    return std::nullopt;
  switch (binary->getOpcode()) {
  case BO_Add:
    return *left + *right;
  case BO_Sub:
    return *left - *right;
  case BO_Mul:
    return *left * *right;
  case BO_And:
    return *left & *right;
  case BO_Or:
    return *left | *right;
  case BO_Div:
    return *right == 0 ? std::nullopt : std::optional(*left / *right);
  case BO_Rem:
    return *right == 0 ? std::nullopt : std::optional(*left % *right);
  case BO_Shl:
    return *right >= kBits ? std::nullopt : std::optional(*left << *right);
  case BO_Shr:
    return *right >= kBits ? std::nullopt : std::optional(*left >> *right);
  default:
    return std::nullopt;
  }
}

} // namespace fsfind::analyzer
