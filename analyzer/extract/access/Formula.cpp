#include "analyzer/extract/access/Formula.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Returns.h"
#include "rules/model/NameHints.h"

#include <clang/AST/ExprCXX.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Names and literals whose value is a constant.
bool isConstant(const Expr *expression) {
  if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr, UnaryExprOrTypeTraitExpr>(
          expression))
    return true;
  const auto *name = dyn_cast<DeclRefExpr>(expression);
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return name &&
         (isa<EnumConstantDecl>(name->getDecl()) ||
          (variable && variable->getType().isConstQualified() && !variable->hasLocalStorage()));
}

bool isNumeric(QualType type) {
  return type->isIntegralOrEnumerationType();
}

} // namespace

Formula::Node Formula::add(const Expr *expression) {
  if (!isTyped(expression) || expression->isTypeDependent() || expression->isValueDependent() ||
      depth_ >= kMostDepth)
    return std::nullopt;
  ++depth_;
  const Node found = addTyped(expression);
  --depth_;
  return found;
}

Formula::Node Formula::addTyped(const Expr *expression) {
  expression = expression->IgnoreParens();
  if (isConstant(expression)) {
    const auto constant = integerOf(expression, unit_.context);
    return constant ? make({.kind = Kind::Constant, .constant = *constant}) : std::nullopt;
  }
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return addCast(cast);
  if (!isNumeric(expression->getType()))
    return std::nullopt;
  if (const auto *full = dyn_cast<FullExpr>(expression))
    return add(full->getSubExpr());
  if (const auto *name = dyn_cast<DeclRefExpr>(expression)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    return variable ? addVariable(variable->getCanonicalDecl(), name->getLocation()) : std::nullopt;
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(expression))
    return addUnary(unary);
  if (const auto *binary = dyn_cast<BinaryOperator>(expression))
    return addBinary(binary);
  if (const auto *choice = dyn_cast<ConditionalOperator>(expression)) {
    const Node condition = add(choice->getCond()), yes = add(choice->getTrueExpr()),
               no = add(choice->getFalseExpr());
    return condition && yes && no ? make({.kind = Kind::Choice,
                                          .constant = 0,
                                          .opcode = 0,
                                          .first = *condition,
                                          .second = *yes,
                                          .third = *no})
                                  : std::nullopt;
  }
  if (isa<MemberExpr, ArraySubscriptExpr>(expression))
    return addBehind(expression);
  if (isa<CallExpr, AtomicExpr>(expression)) {
    const FactIndex number = paths_.origin(expression);
    if (number.from == Provenance::ThreadId || number.from == Provenance::Ticket)
      return addNumber(number);
  }
  // `id()` of a method that only returns a member.
  const auto *method = dyn_cast<CXXMemberCallExpr>(expression);
  return method && method->getNumArgs() == 0 && method->getDirectCallee() &&
                 onlyReturn(method->getDirectCallee())
             ? addBehind(method)
             : std::nullopt;
}

Formula::Node Formula::addCast(const CastExpr *cast) {
  const Expr *inner = cast->getSubExpr()->IgnoreParens();
  if (cast->getCastKind() == CK_PointerToIntegral) {
    // `(long)arg`: the number that the thread was started with.
    const VarDecl *variable = namedVariable(inner);
    if (variable && !isa<ParmVarDecl>(variable) && variable->hasLocalStorage() &&
        flow_.isFixed(variable) && flow_.onlyValue(variable))
      variable = namedVariable(flow_.onlyValue(variable));
    return variable && isa<ParmVarDecl>(variable)
               ? addVariable(variable->getCanonicalDecl(), inner->getExprLoc())
               : std::nullopt;
  }
  const Node value = add(inner);
  const bool truth =
      cast->getType()->isBooleanType() && isTyped(inner) && !inner->getType()->isBooleanType();
  return value && truth ? make({.kind = Kind::Truth, .constant = 0, .opcode = 0, .first = *value})
                        : value;
}

Formula::Node Formula::addVariable(const VarDecl *variable, SourceLocation at) {
  FactIndex number;
  if (variable->getTLSKind() != VarDecl::TLS_None) {
    number.from = Provenance::ThreadId;
    return namesThread(unit_.knowledge.nameWords(), variable->getName()) ? addNumber(number)
                                                                         : std::nullopt;
  }
  const auto *parameter = dyn_cast<ParmVarDecl>(variable);
  if (paths_.isOutside(variable) && !isGivenInRegion(variable)) {
    if (parameter)
      return addCaptured(parameter);
    const CountedLoop *loop = flow_.countedBy(variable, at);
    if (!loop || loop->kind != Provenance::SpawnLoop)
      return std::nullopt;
    number.from = Provenance::SpawnLoop;
    number.text = variable->getName();
    return addNumber(number);
  }
  if (!variable->hasLocalStorage() || !flow_.isFixed(variable) || flow_.countedBy(variable))
    return std::nullopt;
  if (parameter) {
    number.from = Provenance::Parameter;
    number.number = parameter->getFunctionScopeIndex();
    return variable->getType()->isReferenceType() ? std::nullopt : addNumber(number);
  }
  const Expr *value = flow_.onlyValue(variable);
  const Node inner = value ? add(value) : std::nullopt;
  return inner && variable->getType()->isBooleanType()
             ? make({.kind = Kind::Truth, .constant = 0, .opcode = 0, .first = *inner})
             : inner;
}

/// `private(id)`: declared outside the parallel region, and assigned inside only.
bool Formula::isGivenInRegion(const VarDecl *variable) const {
  const SourceRange region = paths_.scope().region;
  const Expr *value =
      region.isValid() && flow_.isFixed(variable) ? flow_.onlyValue(variable) : nullptr;
  return value && unit_.sources.isPointWithin(unit_.sources.getExpansionLoc(value->getBeginLoc()),
                                              unit_.sources.getExpansionLoc(region.getBegin()),
                                              unit_.sources.getExpansionLoc(region.getEnd()));
}

/// A parameter of the function around a lambda. Threads of a region have the same.
Formula::Node Formula::addCaptured(const ParmVarDecl *parameter) {
  if (paths_.scope().region.isValid() || !flow_.isFixed(parameter) ||
      !isNumeric(parameter->getType()))
    return std::nullopt;
  FactIndex number;
  number.from = Provenance::Parameter;
  number.number = parameter->getFunctionScopeIndex();
  Designator object;
  object.root = Root::Variable;
  object.variable = unit_.variable(parameter);
  return addNumber(number, std::move(object));
}

Formula::Node Formula::addUnary(const UnaryOperator *unary) {
  if (unary->getOpcode() == UO_Deref)
    return addBehind(unary);
  if (unary->isIncrementDecrementOp()) {
    const FactIndex number = paths_.origin(unary);
    return number.from == Provenance::Ticket ? addNumber(number) : std::nullopt;
  }
  const Node inner = add(unary->getSubExpr());
  if (!inner || unary->getOpcode() == UO_Plus)
    return inner;
  return make({.kind = Kind::Unary,
               .constant = 0,
               .opcode = static_cast<unsigned>(unary->getOpcode()),
               .first = *inner});
}

Formula::Node Formula::addBinary(const BinaryOperator *binary) {
  if (binary->isAssignmentOp() || binary->isCommaOp())
    return std::nullopt;
  const Node left = add(binary->getLHS());
  const Node right = left ? add(binary->getRHS()) : std::nullopt;
  return left && right ? make({.kind = Kind::Binary,
                               .constant = 0,
                               .opcode = static_cast<unsigned>(binary->getOpcode()),
                               .first = *left,
                               .second = *right})
                       : std::nullopt;
}

Formula::Node Formula::addNumber(FactIndex number, Designator object) {
  number.text = number.from == Provenance::SpawnLoop ? number.text : std::string();
  number.scale = 1;
  if (found_ && !(number_.index == number && number_.object == object))
    return std::nullopt;
  number_.index = std::move(number);
  number_.object = std::move(object);
  found_ = true;
  return make({});
}

/// A member of an object that the function was given, or the number behind a parameter.
Formula::Node Formula::addBehind(const Expr *lvalue) {
  Designator object = paths_.object(lvalue);
  if ((object.root != Root::Parameter && object.root != Root::This) || object.steps.empty())
    return std::nullopt;
  FactIndex number;
  const FactStep &last = object.steps.back();
  if (last.kind == StepKind::Member) {
    number.from = Provenance::Member;
    number.record = last.record;
    number.member = last.member;
  } else if (object.root == Root::Parameter && object.steps.size() == 1) {
    number.from = Provenance::Parameter;
    number.number = object.parameter;
  } else
    return std::nullopt;
  return addNumber(number, std::move(object));
}

std::optional<std::int64_t> Formula::combined(unsigned opcode, std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = INT32_MAX;
  if (a > most || a < -most || b > most || b < -most)
    return std::nullopt;
  switch (opcode) {
  case BO_Mul:
    return a * b;
  case BO_Div:
    return b == 0 ? std::nullopt : std::optional(a / b);
  case BO_Rem:
    return b == 0 ? std::nullopt : std::optional(a % b);
  case BO_Add:
    return a + b;
  case BO_Sub:
    return a - b;
  case BO_Shl:
    return b < 0 || b > 30 || a < 0 ? std::nullopt : std::optional(a << b);
  case BO_Shr:
    return b < 0 || b > 30 || a < 0 ? std::nullopt : std::optional(a >> b);
  case BO_And:
    return a & b;
  case BO_Or:
    return a | b;
  case BO_Xor:
    return a ^ b;
  case BO_LT:
    return a < b;
  case BO_GT:
    return a > b;
  case BO_LE:
    return a <= b;
  case BO_GE:
    return a >= b;
  case BO_EQ:
    return a == b;
  case BO_NE:
    return a != b;
  case BO_LAnd:
    return a != 0 && b != 0;
  case BO_LOr:
    return a != 0 || b != 0;
  default:
    return std::nullopt;
  }
}

std::optional<std::int64_t> Formula::value(std::size_t node, std::int64_t number) const {
  const Term &term = terms_[node];
  if (term.kind == Kind::Number)
    return number;
  if (term.kind == Kind::Constant)
    return term.constant;
  const auto first = value(term.first, number);
  if (!first)
    return std::nullopt;
  switch (term.kind) {
  case Kind::Truth:
    return *first != 0;
  case Kind::Choice:
    return value(*first != 0 ? term.second : term.third, number);
  case Kind::Binary: {
    const auto second = value(term.second, number);
    return second ? combined(term.opcode, *first, *second) : std::nullopt;
  }
  default:
    break;
  }
  switch (term.opcode) {
  case UO_Minus:
    return *first == INT64_MIN ? std::nullopt : std::optional(-*first);
  case UO_Not:
    return ~*first;
  case UO_LNot:
    return *first == 0;
  default:
    return std::nullopt;
  }
}

} // namespace fsfind::analyzer
