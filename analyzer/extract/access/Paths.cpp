#include "analyzer/extract/access/Paths.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Printed.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Returns.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Longer chains of aliases and accessors are not followed.
constexpr unsigned kDepthLimit = 16;

class Deeper {
public:
  explicit Deeper(unsigned &depth) : depth_(depth) { ++depth_; }
  ~Deeper() { --depth_; }
  Deeper(const Deeper &) = delete;
  Deeper &operator=(const Deeper &) = delete;

private:
  unsigned &depth_;
};

/// The expression without conversions that change neither the object nor its class.
const Expr *bare(const Expr *expression) {
  while (true) {
    const Expr *next = expression->IgnoreParens();
    if (const auto *cast = dyn_cast<CastExpr>(next);
        cast && cast->getCastKind() != CK_LValueToRValue &&
        cast->getCastKind() != CK_ArrayToPointerDecay && cast->getCastKind() != CK_DerivedToBase &&
        cast->getCastKind() != CK_UncheckedDerivedToBase &&
        cast->getCastKind() != CK_UserDefinedConversion)
      next = cast->getSubExpr();
    else if (const auto *full = dyn_cast<FullExpr>(next))
      next = full->getSubExpr();
    else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(next))
      next = temporary->getSubExpr();
    else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(next))
      next = bound->getSubExpr();
    else if (const Expr *result = resultOf(next))
      next = result;
    if (next == expression)
      return expression;
    expression = next;
  }
}

/// `(T *)(bytes + at)`: converts an index in bytes to one in elements of `size` bytes.
void countIn(std::uint64_t size, FactIndex &bytes) {
  bytes.scale = bytes.scale % size == 0 ? static_cast<std::uint32_t>(bytes.scale / size) : 0;
}

/// Whether pointer arithmetic counts bytes, as GNU C does also for `void *`.
bool isOfBytes(QualType pointer) {
  if (!pointer->isPointerType())
    return false;
  const QualType to = pointer->getPointeeType();
  return to->isVoidType() || to->isCharType() || to->isStdByteType();
}

/// `(char *)&item->link`: subtracting an offset leads back to the item.
bool endsInMember(const Designator &pointer) {
  return pointer.address_of && !pointer.steps.empty() &&
         pointer.steps.back().kind == StepKind::Member;
}

bool isBaseCast(const CastExpr *cast) {
  return cast->getCastKind() == CK_DerivedToBase ||
         cast->getCastKind() == CK_UncheckedDerivedToBase;
}

} // namespace

const Expr *Paths::branchOf(const AbstractConditionalOperator *choice) {
  if (choice == chosen_)
    return yes_ ? choice->getTrueExpr() : choice->getFalseExpr();
  choice_ = dyn_cast<ConditionalOperator>(choice);
  return likelier(unit_, choice);
}

Designator Paths::object(const Expr *lvalue) {
  if (depth_ > kDepthLimit || !isTyped(lvalue) || isa<OverloadExpr>(lvalue))
    return {};
  const Deeper deeper(depth_);
  lvalue = bare(lvalue);
  const QualType type = lvalue->getType();
  if (const auto *name = dyn_cast<DeclRefExpr>(lvalue)) {
    if (const auto *binding = dyn_cast<BindingDecl>(name->getDecl()))
      return binding->getBinding() ? object(binding->getBinding()) : Designator{};
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable)
      return {};
    variable = variable->getCanonicalDecl();
    if (auto original = ofSmartCopy(variable))
      return *original;
    if (!variable->getType()->isReferenceType())
      return root(variable, type);
    if (auto element = elementOfRange(variable))
      return *element;
    if (const Expr *value = flow_.onlyValue(variable))
      if (Designator alias = object(value); alias.root != Root::Unknown)
        return alias;
    return dereferenced(root(variable, variable->getType()), type);
  }
  if (const auto *member = dyn_cast<MemberExpr>(lvalue)) {
    if (const auto *variable = dyn_cast<VarDecl>(member->getMemberDecl()))
      return root(variable->getCanonicalDecl(), type);
    const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (!field)
      return {};
    Designator base = member->isArrow()
                          ? dereferenced(pointer(member->getBase()),
                                         member->getBase()->getType()->getPointeeType())
                          : object(member->getBase());
    base.address_of = false;
    base.steps.push_back(
        {StepKind::Member, unit_.record(field->getParent()), unit_.member(field), {}});
    if (field->getType()->isReferenceType())
      base.steps.push_back({StepKind::Deref, {}, 0, {}});
    base.type = unit_.type(type);
    return base;
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue))
    return element(pointer(subscript->getBase()), provenance(subscript->getIdx()), type);
  if (const auto *unary = dyn_cast<UnaryOperator>(lvalue)) {
    if (unary->getOpcode() == UO_Deref)
      return dereferenced(pointer(unary->getSubExpr()), type);
    if (unary->isPrefix() || unary->getOpcode() == UO_Extension)
      return object(unary->getSubExpr());
    return {};
  }
  if (const auto *cast = dyn_cast<CastExpr>(lvalue)) {
    if (isBaseCast(cast))
      return withBases(object(cast->getSubExpr()), cast);
    return object(cast->getSubExpr());
  }
  if (const auto *call = dyn_cast<CallExpr>(lvalue))
    return fromCall(call, false);
  if (const auto *binary = dyn_cast<BinaryOperator>(lvalue))
    return object(binary->isAssignmentOp() ? binary->getLHS() : binary->getRHS());
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(lvalue))
    return object(branchOf(choice));
  if (const auto *made = dyn_cast<CXXConstructExpr>(lvalue))
    return made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor()
               ? object(made->getArg(0))
               : Designator{};
  if (isa<CXXThisExpr>(lvalue)) {
    Designator found;
    found.root = Root::This;
    found.type = unit_.type(type);
    return found;
  }
  return {};
}

Designator Paths::pointer(const Expr *value) {
  if (depth_ > kDepthLimit || !isTyped(value))
    return {};
  const Deeper deeper(depth_);
  const Expr *uncast = bare(value);
  Designator found = uncastPointer(uncast);
  const QualType to = value->getType();
  if (!to->isPointerType() || value == uncast || !found.address_of || found.steps.empty())
    return found;
  const std::uint64_t size = unit_.facts.type(unit_.type(to->getPointeeType())).size;
  FactStep &last = found.steps.back();
  if (last.kind == StepKind::Index && last.index->from != Provenance::Constant && size > 1 &&
      isOfBytes(uncast->getType()))
    countIn(size, last.index.edit());
  return found;
}

Designator Paths::uncastPointer(const Expr *value) {
  if (const auto *cast = dyn_cast<CastExpr>(value)) {
    if (isBaseCast(cast))
      return withBases(pointer(cast->getSubExpr()), cast);
    if (cast->getCastKind() == CK_ArrayToPointerDecay) {
      Designator array = object(cast->getSubExpr());
      array.type = unit_.type(cast->getSubExpr()->getType());
      array.address_of = array.root != Root::Unknown;
      return array;
    }
    return cast->getCastKind() == CK_LValueToRValue ? loaded(cast->getSubExpr())
                                                    : pointer(cast->getSubExpr());
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(value)) {
    if (unary->getOpcode() == UO_AddrOf) {
      Designator target = object(unary->getSubExpr());
      target.address_of = target.root != Root::Unknown;
      return target;
    }
    return unary->isIncrementDecrementOp() ? loaded(unary->getSubExpr()) : Designator{};
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(value)) {
    if (binary->isAdditiveOp() && value->getType()->isPointerType()) {
      const bool left = binary->getLHS()->getType()->isPointerType();
      const Expr *base = left ? binary->getLHS() : binary->getRHS();
      const Expr *offset = left ? binary->getRHS() : binary->getLHS();
      Designator begin = pointer(base);
      if (endsInMember(begin) && binary->getOpcode() == BO_Sub && isOfBytes(base->getType())) {
        begin.steps.pop_back();
        return begin;
      }
      Designator moved =
          element(std::move(begin), provenance(offset), base->getType()->getPointeeType());
      moved.address_of = true;
      return moved;
    }
    return binary->isAssignmentOp() ? pointer(binary->getRHS()) : Designator{};
  }
  if (const auto *call = dyn_cast<CallExpr>(value))
    return fromCall(call, true);
  if (isa<AtomicExpr>(value))
    return fromAtomic(value).value_or(Designator{});
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(value))
    return pointer(branchOf(choice));
  return loaded(value);
}

/// The pointer that an lvalue holds; for a local with one value, that value.
Designator Paths::loaded(const Expr *lvalue) {
  const VarDecl *variable = namedVariable(lvalue);
  const bool local =
      variable && variable->hasLocalStorage() && variable->getType()->isPointerType();
  if (!variable)
    if (auto part = partOfResult(lvalue))
      return *part;
  if (local)
    if (auto element = elementOfRange(variable))
      return *element;
  const bool given = local && isa<ParmVarDecl>(variable);
  const Expr *first = local && !given ? flow_.firstValue(variable) : nullptr;
  Designator found = first ? pointer(first) : Designator{};
  if (given && flow_.isRunning(variable) && !flow_.firstValue(variable))
    found = object(lvalue);
  if (found.root == Root::Unknown || (found.root == Root::Result && found.steps.empty()))
    return object(lvalue);
  if (flow_.onlyValue(variable))
    return found;
  FactIndex running;
  running.from = Provenance::Loop;
  running.text = plainName(variable);
  Designator moving = element(std::move(found), running, variable->getType()->getPointeeType());
  moving.address_of = true;
  return moving;
}

Designator Paths::argument(const Expr *expression) {
  const Expr *inner = isTyped(expression) ? stripped(expression) : nullptr;
  if (!isTyped(inner))
    return {};
  if (expression->getType()->isPointerType())
    return pointer(expression);
  if (inner->getType()->isPointerType() && inner->isPRValue())
    return pointer(inner);
  Designator found = object(inner);
  if (inner->getType()->isScalarType())
    found.address_of = inner->isGLValue() && found.root != Root::Unknown &&
                       !(expression->isPRValue() && expression->getType()->isScalarType());
  else if (found.root != Root::Unknown)
    found.address_of = !unit_.facts.type(found.type).element ||
                       unit_.facts.type(found.type).kind != TypeClass::Pointer;
  return found;
}

void copyWords(const FactIndex &from, FactIndex &to) {
  to.text = from.text;
  to.remainder = from.remainder;
  to.quotient = from.quotient;
  to.of_call = from.of_call;
}

void Paths::describe(const Expr *expression, FactIndex &index) const {
  index.text = text(expression);
  index.of_call = isa<CallExpr>(expression->IgnoreParenImpCasts());
  index.remainder = index.quotient = false;
  constexpr unsigned kMostParts = 128; // each level of nested code is described
  llvm::SmallVector<const Stmt *, 8> left = {expression};
  for (unsigned parts = 0; !left.empty() && parts < kMostParts; ++parts) {
    const Stmt *one = left.pop_back_val();
    if (const auto *binary = dyn_cast<BinaryOperator>(one)) {
      index.remainder |= binary->getOpcode() == BO_Rem;
      index.quotient |= binary->getOpcode() == BO_Div || binary->getOpcode() == BO_Shr;
    }
    for (const Stmt *child : one->children())
      if (child)
        left.push_back(child);
  }
}

std::string Paths::text(const Expr *expression) const {
  constexpr std::size_t limit = 48;
  std::string written = beginningOf(expression, unit_.context.getPrintingPolicy(), limit);
  if (written.size() > limit)
    written.replace(limit, std::string::npos, "...");
  return written;
}

} // namespace fsfind::analyzer
