#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/slots/SlotUses.h"
#include "analyzer/extract/slots/SlotValues.h"
#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/ExprCXX.h>

/// What a use of an array is, by the code around its name.
namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr const char *kWhole = "code uses it as a whole, or a pointer to it";

bool isTransparent(const Stmt *statement) {
  return isa<ParenExpr, ImplicitCastExpr, ExprWithCleanups, MaterializeTemporaryExpr,
             CXXBindTemporaryExpr, ConstantExpr>(statement);
}

bool isZero(const Expr *index, const ASTContext &context) {
  return integerOf(index, context) == 0;
}

std::string passedTo(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const std::string name = callee ? nameOf(callee) : std::string();
  return name.empty() ? "it is passed to a function" : "it is passed to '" + name + "'";
}

/// Its elements are part of it, so that its size is that of all.
bool hasElementsInIt(const SlotType &type) {
  return !type.view && (type.holder == SlotHolder::Array || type.holder == SlotHolder::StdArray);
}

/// `memset(counts, 0, sizeof counts)`.
bool fillsAllWithZero(const CallExpr *call, const ValueDecl *declared, const ASTContext &context) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && callee->getIdentifier() && callee->getName() == "memset" &&
         call->getNumArgs() == 3 && namedBy(call->getArg(0)->IgnoreParenImpCasts()) == declared &&
         isZero(call->getArg(1), context) && isSizeOf(call->getArg(2), declared);
}

bool frees(const CallExpr *call) {
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const std::string name = callee ? nameOf(callee) : std::string();
  return name == "free" || name == "std::free";
}

/// The method that is named; in a template all those that may be.
llvm::SmallVector<const CXXMethodDecl *, 2> methodsIn(const Expr *expression, const SlotType &type,
                                                      unsigned arguments) {
  llvm::SmallVector<const CXXMethodDecl *, 2> all;
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    if (const auto *method = dyn_cast<CXXMethodDecl>(member->getMemberDecl()))
      all.push_back(method);
  } else if (const auto *unresolved = dyn_cast<CXXDependentScopeMemberExpr>(expression);
             unresolved && type.container) {
    for (const NamedDecl *found : type.container->lookup(unresolved->getMember()))
      if (const auto *method = dyn_cast<CXXMethodDecl>(found);
          method && arguments >= method->getMinRequiredArguments() &&
          arguments <= method->getNumParams())
        all.push_back(method);
  }
  return all;
}

/// What a method of a container has to do with its elements, by its type.
enum class MethodKind : std::uint8_t {
  Element, ///< gives one: `at`, `front`
  Whole,   ///< takes or gives none, or takes values of some: `size`, `resize`, `push_back`
  Foreign, ///< takes or gives pointers, iterators, containers
};

bool isElement(const ASTContext &context, QualType type, QualType element) {
  return type->isReferenceType() && context.hasSameUnqualifiedType(type->getPointeeType(), element);
}

MethodKind kindOf(const ASTContext &context, const CXXMethodDecl *method, QualType element) {
  const QualType result = method->getReturnType();
  const bool numbers = llvm::all_of(method->parameters(), [](const ParmVarDecl *one) {
    return one->getType()->isIntegralOrEnumerationType();
  });
  if (isElement(context, result, element))
    return numbers ? MethodKind::Element : MethodKind::Foreign;
  const bool plain = llvm::all_of(method->parameters(), [&](const ParmVarDecl *one) {
    return one->getType()->isIntegralOrEnumerationType() ||
           isElement(context, one->getType(), element);
  });
  return plain && (result->isVoidType() || result->isIntegralOrEnumerationType())
             ? MethodKind::Whole
             : MethodKind::Foreign;
}

/// The array that an expression names, by a pointer to it, too.
const ValueDecl *heldBy(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  const auto *star = dyn_cast<UnaryOperator>(expression);
  return holderIn(star && star->getOpcode() == UO_Deref ? star->getSubExpr()->IgnoreParenImpCasts()
                                                        : expression);
}

} // namespace

std::pair<const Stmt *, std::size_t> SlotUses::around(std::size_t level) const {
  while (level > 0 && isTransparent(path_[level - 1]))
    --level;
  return level > 0 ? std::pair(path_[level - 1], level - 1)
                   : std::pair<const Stmt *, std::size_t>(nullptr, 0);
}

void SlotUses::use(SlotsDraft &draft, const Expr *name) {
  auto [outer, level] = around(path_.size());
  if (!outer)
    return refuse(draft, "a pointer to its elements is kept");
  const ValueDecl *declared = holderIn(name);
  if (draft.type.indirect) {
    if (const auto *method = dyn_cast<MemberExpr>(outer); method && method->isArrow())
      return useByMethod(draft, method, level);
    const auto *star = dyn_cast<UnaryOperator>(outer);
    if (star && star->getOpcode() == UO_Deref)
      std::tie(outer, level) = around(level);
    if (!star || !outer || star->getOpcode() != UO_Deref)
      return refuse(draft, kWhole);
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(outer)) {
    if (heldBy(subscript->getLHS()) != declared)
      return refuse(draft, "it is written as `index[array]`");
    return useElement(draft, subscript, level, subscript->getIdx(), subscript->getRBracketLoc());
  }
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(outer);
      call && call->getOperator() == OO_Subscript && heldBy(call->getArg(0)) == declared)
    return useElement(draft, call, level, call->getArg(1), call->getEndLoc());
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(outer);
      call && call->getOperator() == OO_Equal && heldBy(call->getArg(0)) == declared &&
      !draft.type.view)
    return readInitialValue(unit_, draft, declared, call->getArg(1));
  if (isa<MemberExpr, CXXDependentScopeMemberExpr>(outer))
    return useByMethod(draft, cast<Expr>(outer), level);
  if (isa<UnaryExprOrTypeTraitExpr>(outer))
    return useBySize(draft, declared, level);
  if (const auto *call = dyn_cast<CallExpr>(outer); call && useByCall(draft, declared, call))
    return;
  const bool points = !draft.type.indirect && (draft.type.holder == SlotHolder::Pointer ||
                                               draft.type.holder == SlotHolder::Owner);
  if (points && useByPointer(draft, declared, outer, level))
    return;
  if (const auto *star = dyn_cast<UnaryOperator>(outer);
      star && star->getOpcode() == UO_Deref && !draft.type.indirect)
    return useByStar(draft, declared, level);
  if (const auto *call = dyn_cast<CallExpr>(outer))
    return refuse(draft, passedTo(call));
  if (const auto *binary = dyn_cast<BinaryOperator>(outer); binary && binary->isAdditiveOp())
    return refuse(draft, "pointers to its elements are calculated");
  refuse(draft, isa<CXXConstructExpr>(outer) ? "it is passed to a constructor" : kWhole);
}

void SlotUses::useElement(SlotsDraft &draft, const Expr *subscript, std::size_t level,
                          const Expr *index, SourceLocation close) {
  draft.indexed |= !isZero(index, unit_.context);
  const auto [outer, at] = around(level);
  const auto *selected = dyn_cast<ArraySubscriptExpr>(subscript);
  const ValueDecl *holder = selected ? heldBy(selected->getBase()) : nullptr;
  if (const auto *size = dyn_cast_or_null<UnaryExprOrTypeTraitExpr>(outer);
      size && measuresElement(draft, holder, size, at))
    return;
  const FactPlace behind = placeBehind(unit_, close);
  edit(draft, {behind, behind, ".value"});
  usePointer(draft, subscript, level);
}

/// Whether `sizeof counts[0]` at that level of the path follows the element's new type by itself:
/// as the divisor of the whole size, or in the size of an allocation.
bool SlotUses::measuresElement(const SlotsDraft &draft, const ValueDecl *declared,
                               const UnaryExprOrTypeTraitExpr *size, std::size_t level) const {
  if (size->getKind() != UETT_SizeOf)
    return false;
  for (auto [outer, at] = around(level); outer; std::tie(outer, at) = around(at)) {
    if (const auto *binary = dyn_cast<BinaryOperator>(outer)) {
      if (binary->getOpcode() == BO_Div)
        return hasElementsInIt(draft.type) && isSizeOf(binary->getLHS(), declared);
      if (binary->getOpcode() == BO_Mul)
        continue;
    }
    const auto *call = dyn_cast<CallExpr>(outer);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && allocatorOf(nameOf(callee), unit_.knowledge).has_value();
  }
  return false;
}

/// `sizeof counts`: only the number of elements may be made of it. memset is judged by its target.
void SlotUses::useBySize(SlotsDraft &draft, const ValueDecl *declared, std::size_t level) {
  const auto [outer, at] = around(level);
  if (const auto *call = dyn_cast_or_null<CallExpr>(outer);
      call && hasElementsInIt(draft.type) && fillsAllWithZero(call, declared, unit_.context))
    return;
  const auto *quotient = dyn_cast_or_null<BinaryOperator>(outer);
  const auto *divisor =
      quotient && quotient->getOpcode() == BO_Div
          ? dyn_cast<UnaryExprOrTypeTraitExpr>(quotient->getRHS()->IgnoreParenImpCasts())
          : nullptr;
  const bool counts = divisor && divisor->getKind() == UETT_SizeOf && !divisor->isArgumentType() &&
                      isSizeOf(quotient->getLHS(), declared);
  if (!counts || !hasElementsInIt(draft.type))
    refuse(draft, "its size is part of other expressions");
}

void SlotUses::useByStar(SlotsDraft &draft, const ValueDecl *declared, std::size_t level) {
  const auto [outer, at] = around(level);
  const auto *size = dyn_cast_or_null<UnaryExprOrTypeTraitExpr>(outer);
  if (!size || !measuresElement(draft, declared, size, at))
    refuse(draft, "its first element is used through a pointer");
}

bool SlotUses::useByCall(SlotsDraft &draft, const ValueDecl *declared, const CallExpr *call) {
  if (hasElementsInIt(draft.type) && fillsAllWithZero(call, declared, unit_.context))
    return true;
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return false;
  const std::string name = nameOf(callee);
  return name == "std::size" || name == "std::ssize" || name == "std::empty" ||
         (draft.type.holder == SlotHolder::Pointer && frees(call));
}

void SlotUses::useByMethod(SlotsDraft &draft, const Expr *method, std::size_t level) {
  const auto [outer, at] = around(level);
  const auto *call = dyn_cast_or_null<CallExpr>(outer);
  if (!call || call->getCallee()->IgnoreParens() != method)
    return refuse(draft, kWhole);
  const auto methods = methodsIn(method, draft.type, call->getNumArgs());
  if (methods.empty())
    return refuse(draft, kWhole);
  const CXXMethodDecl *first = methods.front();
  if (draft.type.holder == SlotHolder::Owner && call->getNumArgs() == 1 && first->getIdentifier() &&
      first->getName() == "reset")
    return readAllocation(unit_, draft, nullptr, call->getArg(0));
  const auto kind = [&](const CXXMethodDecl *one) {
    return kindOf(unit_.context, one, draft.type.element);
  };
  if (llvm::any_of(methods, [&](const CXXMethodDecl *one) {
        return kind(one) == MethodKind::Foreign || kind(one) != kind(first);
      }))
    return refuse(draft, "its '" + first->getNameAsString() + "' is used");
  if (kind(first) == MethodKind::Element && isa_and_nonnull<CompoundStmt>(around(at).first))
    return; // `counts.emplace_back();`
  if (kind(first) == MethodKind::Element)
    return useElement(draft, call, at, call->getNumArgs() > 0 ? call->getArg(0) : nullptr,
                      call->getRParenLoc());
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const Expr *argument = call->getArg(i);
    if (first->getParamDecl(i)->getType()->isReferenceType() && !isa<CXXDefaultArgExpr>(argument))
      wrapInBraces(unit_, draft, argument, draft.wrapper);
  }
}

/// A pointer to all elements may be given an allocation, given back and compared with null.
bool SlotUses::useByPointer(SlotsDraft &draft, const ValueDecl *declared, const Stmt *outer,
                            std::size_t level) {
  if (const auto *binary = dyn_cast<BinaryOperator>(outer)) {
    if (binary->getOpcode() == BO_Assign &&
        namedBy(binary->getLHS()->IgnoreParenImpCasts()) == declared) {
      if (draft.type.view)
        giveOnly(draft, binary->getRHS());
      else
        readAllocation(unit_, draft, declared, binary->getRHS());
      return true;
    }
    return (binary->isEqualityOp() &&
            (isNullPointer(unit_, binary->getLHS()) || isNullPointer(unit_, binary->getRHS()))) ||
           binary->isLogicalOp();
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(outer))
    return unary->getOpcode() == UO_LNot;
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(outer)) // `free((void *)counts)`
    return cast->getType()->isVoidPointerType() &&
           frees(dyn_cast_or_null<CallExpr>(around(level).first));
  if (const auto *deleted = dyn_cast<CXXDeleteExpr>(outer))
    return deleted->isArrayForm();
  return isa<IfStmt, CompoundStmt>(outer);
}

void SlotUses::usePointer(SlotsDraft &draft, const Expr *element, std::size_t level) {
  PointerUse use = slots_.pointers().useOf(element, llvm::ArrayRef(path_).take_front(level));
  if (!use.library.empty())
    return refuse(draft, "a pointer to an element is passed to '" + use.library + "'");
  draft.pointers.push_back(std::move(use));
}

} // namespace fsfind::analyzer
