#include "analyzer/extract/slots/NumberRanges.h"

#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/ExprCXX.h>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr unsigned kDeepestQuestion = 12;  ///< questions within a question
constexpr std::uint64_t kMost = 1U << 20U; ///< no row is longer

/// A local or parameter that is an integer; null for others.
const VarDecl *numberNamed(const Expr *expression) {
  const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() &&
                 variable->getType()->isIntegralOrEnumerationType()
             ? variable
             : nullptr;
}

const Stmt *innermost(llvm::ArrayRef<const Stmt *> path) {
  while (!path.empty() && isa<ParenExpr>(path.back()))
    path = path.drop_back();
  return path.empty() ? nullptr : path.back();
}

/// Whether the last part of the path, or what follows it, is that part of the loop.
bool isWithin(llvm::ArrayRef<const Stmt *> path, std::size_t loop, const Stmt *part,
              const Stmt *last) {
  return part && (loop + 1 < path.size() ? path[loop + 1] : last) == part;
}

bool mayStep(BinaryOperatorKind kind) {
  return kind == BO_SubAssign || kind == BO_DivAssign || kind == BO_RemAssign ||
         kind == BO_ShrAssign || kind == BO_AndAssign; // none makes it larger
}

} // namespace

void NumberRanges::see(const VarDecl *local, llvm::ArrayRef<const Stmt *> path) {
  if (!local->hasLocalStorage() || !local->getType()->isIntegralOrEnumerationType() ||
      !local->getInit())
    return;
  const bool by_loop = path.size() > 1 && isa<ForStmt>(path[path.size() - 2]);
  numbers_[local].given.push_back({local->getInit(), by_loop});
}

void NumberRanges::see(const Expr *expression, llvm::ArrayRef<const Stmt *> path) {
  if (const auto *name = dyn_cast<DeclRefExpr>(expression))
    return seeName(name, path);
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return seeCall(call);
  if (const auto *binary = dyn_cast<BinaryOperator>(expression); binary && binary->isAssignmentOp())
    return assign(binary, path);
  if (const auto *unary = dyn_cast<UnaryOperator>(expression); unary && unary->isIncrementOp())
    countUp(unary->getSubExpr(), unary, path);
}

void NumberRanges::seeReturned(const FunctionDecl *by, const Expr *value) {
  returned_[by->getCanonicalDecl()].push_back(value);
}

void NumberRanges::seeCall(const CallExpr *call) {
  if (const FunctionDecl *callee = call->getDirectCallee())
    calls_[callee->getCanonicalDecl()].push_back(call);
}

void NumberRanges::seeName(const DeclRefExpr *name, llvm::ArrayRef<const Stmt *> path) {
  if (const auto *function = dyn_cast<FunctionDecl>(name->getDecl())) {
    while (!path.empty() && isa<ParenExpr, ImplicitCastExpr>(path.back()))
      path = path.drop_back();
    const auto *call = path.empty() ? nullptr : dyn_cast<CallExpr>(path.back());
    if (!call || call->getCallee()->IgnoreParenImpCasts() != name)
      addressed_.insert(function->getCanonicalDecl());
    return;
  }
  const VarDecl *number = numberNamed(name);
  if (!number)
    return;
  for (std::size_t i = path.size(); i-- > 0;)
    if (const auto *loop = dyn_cast<ForStmt>(path[i]); loop && loop->getCond() &&
                                                       conditionOn(loop->getCond(), number) &&
                                                       isWithin(path, i, loop->getBody(), name)) {
      in_loop_[name] = loop;
      break;
    }
  const Stmt *outer = innermost(path);
  const auto *cast = dyn_cast_or_null<CastExpr>(outer);
  const auto *binary = dyn_cast_or_null<BinaryOperator>(outer);
  const auto *unary = dyn_cast_or_null<UnaryOperator>(outer);
  const bool read = cast && cast->getCastKind() == CK_LValueToRValue;
  const bool changed = (binary && binary->isAssignmentOp() &&
                        binary->getLHS()->IgnoreParens() == name->IgnoreParens()) ||
                       (unary && unary->isIncrementDecrementOp());
  if (!read && !changed)
    numbers_[number].unknown = true; // by its address or a reference
}

void NumberRanges::assign(const BinaryOperator *assignment, llvm::ArrayRef<const Stmt *> path) {
  const VarDecl *number = numberNamed(assignment->getLHS());
  if (!number || mayStep(assignment->getOpcode()))
    return;
  if (assignment->getOpcode() == BO_AddAssign)
    return countUp(assignment->getLHS(), assignment, path);
  if (assignment->getOpcode() != BO_Assign) {
    numbers_[number].unknown = true;
    return;
  }
  bool by_loop = false;
  for (std::size_t i = path.size(); i-- > 0 && !by_loop;)
    if (const auto *loop = dyn_cast<ForStmt>(path[i]))
      by_loop = isWithin(path, i, loop->getInit(), assignment);
  numbers_[number].given.push_back({assignment->getRHS(), by_loop});
}

void NumberRanges::countUp(const Expr *target, const Expr *by, llvm::ArrayRef<const Stmt *> path) {
  const VarDecl *number = numberNamed(target);
  if (!number)
    return;
  for (std::size_t i = path.size(); i-- > 0;)
    if (const auto *loop = dyn_cast<ForStmt>(path[i]); loop && loop->getCond() &&
                                                       isWithin(path, i, loop->getInc(), by) &&
                                                       conditionOn(loop->getCond(), number)) {
      numbers_[number].counted.push_back(loop);
      return;
    }
  numbers_[number].unknown = true;
}

/// `k < 6`, `6 > k`, `k <= 5`, `k != 6`, and such a one with others by `&&`.
const BinaryOperator *NumberRanges::conditionOn(const Expr *condition, const ValueDecl *variable) {
  const auto *binary = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!binary)
    return nullptr;
  if (binary->getOpcode() == BO_LAnd) {
    const BinaryOperator *left = conditionOn(binary->getLHS(), variable);
    return left ? left : conditionOn(binary->getRHS(), variable);
  }
  const auto kind = binary->getOpcode();
  const bool left = numberNamed(binary->getLHS()) == variable &&
                    (kind == BO_LT || kind == BO_LE || kind == BO_NE);
  const bool right = numberNamed(binary->getRHS()) == variable && (kind == BO_GT || kind == BO_GE);
  return left || right ? binary : nullptr;
}

std::optional<std::uint64_t> NumberRanges::belowLoop(const ForStmt *loop, const VarDecl *variable,
                                                     const CallContext *context) const {
  const BinaryOperator *condition = conditionOn(loop->getCond(), variable);
  const bool left = numberNamed(condition->getLHS()) == variable;
  const Bound end = below(left ? condition->getRHS() : condition->getLHS(), context);
  const bool inclusive = condition->getOpcode() == BO_LE || condition->getOpcode() == BO_GE;
  return end && !inclusive ? Bound(std::max<std::uint64_t>(*end, 1) - 1) : end;
}

std::optional<std::uint64_t> NumberRanges::below(const Expr *number,
                                                 const CallContext *context) const {
  if (!number || number->getType().isNull() || number->isValueDependent() ||
      depth_ > kDeepestQuestion)
    return std::nullopt;
  const llvm::SaveAndRestore deeper(depth_, depth_ + 1);
  if (number->getType()->isIntegralOrEnumerationType())
    if (const auto value = integerOf(number, unit_.context))
      return *value >= 0 && static_cast<std::uint64_t>(*value) < kMost
                 ? Bound(static_cast<std::uint64_t>(*value) + 1)
                 : std::nullopt;
  number = number->IgnoreParens();
  Bound known;
  if (const auto *cast = dyn_cast<CastExpr>(number))
    known = cast->getSubExpr()->getType()->isIntegralOrEnumerationType()
                ? below(cast->getSubExpr(), context)
                : std::nullopt;
  else if (const auto *full = dyn_cast<FullExpr>(number))
    known = below(full->getSubExpr(), context);
  else if (const auto *name = dyn_cast<DeclRefExpr>(number))
    known = belowVariable(name, context);
  else if (const auto *operation = dyn_cast<BinaryOperator>(number))
    known = belowOperation(operation, context);
  else if (const auto *call = dyn_cast<CallExpr>(number))
    known = belowResult(call, context);
  else if (const auto *choice = dyn_cast<ConditionalOperator>(number)) {
    const Bound one = below(choice->getTrueExpr(), context);
    const Bound other = below(choice->getFalseExpr(), context);
    known = one && other ? Bound(std::max(*one, *other)) : std::nullopt;
  }
  const Bound type = belowType(number);
  return known && type ? Bound(std::min(*known, *type)) : known ? known : type;
}

/// A number of an enumeration is none that counts on past it. Its last enumerator may be their
/// number.
std::optional<std::uint64_t> NumberRanges::belowType(const Expr *number) const {
  const QualType type = number->getType();
  if (type->isBooleanType())
    return 2;
  const auto *enumeration = type->getAs<EnumType>();
  if (!enumeration)
    return std::nullopt;
  std::int64_t largest = 0;
  for (const EnumConstantDecl *one : enumeration->getDecl()->enumerators())
    largest = std::max(largest, one->getInitVal().getExtValue());
  return largest > 0 ? Bound(largest) : std::nullopt;
}

std::optional<std::uint64_t> NumberRanges::belowOperation(const BinaryOperator *operation,
                                                          const CallContext *context) const {
  const auto left = [&] { return below(operation->getLHS(), context); };
  const auto right = [&] { return below(operation->getRHS(), context); };
  const auto both = [&](auto combined) -> Bound {
    const Bound one = left(), other = right();
    return one && other && *one > 0 && *other > 0 ? Bound(combined(*one - 1, *other - 1) + 1)
                                                  : std::nullopt;
  };
  switch (operation->getOpcode()) {
  case BO_Rem: {
    const Bound of = right();
    return of && *of > 1 ? Bound(*of - 1) : std::nullopt;
  }
  case BO_And: {
    const Bound one = left(), other = right();
    return one && other ? Bound(std::min(*one, *other)) : one ? one : other;
  }
  case BO_Add:
    return both([](std::uint64_t a, std::uint64_t b) { return a + b; });
  case BO_Mul:
    return both([](std::uint64_t a, std::uint64_t b) { return a * b; });
  case BO_Sub: // of numbers that are not negative
    return right() ? left() : std::nullopt;
  case BO_Div:
  case BO_Shr:
    return left();
  case BO_Comma:
    return right();
  default:
    return std::nullopt;
  }
}

std::optional<std::uint64_t> NumberRanges::belowVariable(const DeclRefExpr *name,
                                                         const CallContext *context) const {
  const auto *variable = dyn_cast<VarDecl>(name->getDecl());
  if (!variable)
    return std::nullopt;
  if (!variable->hasLocalStorage())
    return variable->getType().isConstQualified() ? below(variable->getInit(), nullptr)
                                                  : std::nullopt;
  static const Number kNone;
  const auto found = numbers_.find(variable);
  const Number &number = found == numbers_.end() ? kNone : found->second;
  if (number.unknown)
    return std::nullopt;
  const auto loop = in_loop_.find(name);
  const bool inside = loop != in_loop_.end() && llvm::is_contained(number.counted, loop->second);
  Bound known = 0;
  const auto include = [&](Bound one) {
    known = known && one ? Bound(std::max(*known, *one)) : std::nullopt;
  };
  if (const auto *parameter = dyn_cast<ParmVarDecl>(variable))
    include(belowParameter(parameter, context));
  for (const Given &given : number.given)
    if (!inside || !given.by_loop)
      include(below(given.value, context));
  for (const ForStmt *one : number.counted) {
    const Bound end = belowLoop(one, variable, context);
    include(end && !inside ? Bound(*end + 1) : end); // behind the loop
  }
  const bool told = isa<ParmVarDecl>(variable) || !number.given.empty() || !number.counted.empty();
  return told ? known : std::nullopt;
}

/// Without the call at hand, all calls of the function have to be seen.
std::optional<std::uint64_t> NumberRanges::belowParameter(const ParmVarDecl *parameter,
                                                          const CallContext *context) const {
  const auto *function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
  const unsigned position = parameter->getFunctionScopeIndex();
  if (!function || parameter->getFunctionScopeDepth() != 0)
    return std::nullopt;
  if (context && context->callee->getCanonicalDecl() == function->getCanonicalDecl())
    return position < context->arguments.size()
               ? below(context->arguments[position], context->outer)
               : std::nullopt;
  const FunctionDecl *of = function->getCanonicalDecl();
  const auto calls = calls_.find(of);
  if (isa<CXXMethodDecl>(of) || of->isExternallyVisible() || addressed_.contains(of) ||
      calls == calls_.end())
    return std::nullopt;
  Bound known = 0;
  for (const CallExpr *call : calls->second) {
    const Bound one =
        position < call->getNumArgs() ? below(call->getArg(position), nullptr) : std::nullopt;
    known = known && one ? Bound(std::max(*known, *one)) : std::nullopt;
  }
  return known;
}

std::optional<std::uint64_t> NumberRanges::belowResult(const CallExpr *call,
                                                       const CallContext *context) const {
  const FunctionDecl *callee = call->getDirectCallee();
  const auto returned = callee ? returned_.find(callee->getCanonicalDecl()) : returned_.end();
  if (returned == returned_.end())
    return std::nullopt;
  const CallContext inner{callee, argumentsOf(call), context};
  Bound known = 0;
  for (const Expr *value : returned->second) {
    const Bound one = below(value, &inner);
    known = known && one ? Bound(std::max(*known, *one)) : std::nullopt;
  }
  return known;
}

} // namespace fsfind::analyzer
