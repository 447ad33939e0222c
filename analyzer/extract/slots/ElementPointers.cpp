#include "analyzer/extract/slots/ElementPointers.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/slots/SlotValues.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool isWrapper(const Stmt *statement) {
  return isa<ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
             ConstantExpr>(statement);
}

std::uint64_t lengthOf(const ASTContext &context, QualType type) {
  const ConstantArrayType *array = context.getAsConstantArrayType(type);
  return array ? array->getSize().getLimitedValue() : 1;
}

/// Whether the element is assigned to, or, in a template, read: elsewhere a conversion does that.
bool isOfValues(const BinaryOperator *binary, const Expr *element) {
  return (binary->isAssignmentOp() &&
          binary->getLHS()->IgnoreParens() == element->IgnoreParens()) ||
         (binary->isTypeDependent() && !binary->isCommaOp() && !binary->isPtrMemOp());
}

} // namespace

void ElementPointers::see(const Expr *expression, Path path) {
  ranges_.see(expression, path);
  const ValueDecl *named = namedBy(expression);
  const auto *declared = dyn_cast_or_null<DeclaratorDecl>(named);
  if (!declared || !isa<VarDecl, FieldDecl>(declared) || !isFollowed(declared))
    return;
  const QualType type = declared->getType();
  if (!type->isPointerType() && !type->isReferenceType())
    return;
  PointerUse use = climb(expression, path, 0, type->isReferenceType());
  if (use.kind != PointerUse::Kind::Nothing)
    uses_[declared].push_back(std::move(use));
}

PointerUse ElementPointers::useOf(const Expr *element, Path path) const {
  return climb(element, path, 1, true);
}

PointerUse ElementPointers::climb(const Expr *from, Path path, std::uint64_t there,
                                  bool element) const {
  while (!path.empty() && isWrapper(path.back())) {
    if (isa<MaterializeTemporaryExpr>(path.back()) && from->getType()->isPointerType())
      return PointerUse::lost(); // a reference to a pointer
    from = cast<Expr>(path.back());
    path = path.drop_back();
  }
  if (path.empty())
    return PointerUse::lost();
  if (from->getType()->isArrayType())
    return ofArray(from, path);
  if (from->isGLValue())
    return element ? ofElement(from, path, there) : ofVariable(from, path);
  if (from->getType()->isPointerType())
    return ofPointer(from, path, there);
  return {};
}

/// The pointer itself, not what it points to.
PointerUse ElementPointers::ofVariable(const Expr *pointer, Path path) const {
  if (const auto *cast = dyn_cast<CastExpr>(path.back()))
    return cast->getCastKind() == CK_LValueToRValue ? climb(cast, path.drop_back(), 0, false)
           : cast->getCastKind() == CK_ToVoid       ? PointerUse()
                                                    : PointerUse::lost();
  const auto *assignment = dyn_cast<BinaryOperator>(path.back());
  const bool target = assignment && assignment->getOpcode() == BO_Assign &&
                      assignment->getLHS()->IgnoreParens() == pointer->IgnoreParens();
  return target || isa<UnaryExprOrTypeTraitExpr>(path.back()) ? PointerUse() : PointerUse::lost();
}

PointerUse ElementPointers::ofElement(const Expr *element, Path path, std::uint64_t there) const {
  const Stmt *outer = path.back();
  if (const auto *cast = dyn_cast<CastExpr>(outer)) {
    if (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_UncheckedDerivedToBase)
      return climb(cast, path.drop_back(), there, true); // to call a method, say
    return cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_ToVoid
               ? PointerUse()
               : PointerUse::lost();
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(outer); binary && isOfValues(binary, element))
    return {};
  if (const auto *unary = dyn_cast<UnaryOperator>(outer))
    return unary->getOpcode() == UO_AddrOf   ? climb(unary, path.drop_back(), there, true)
           : unary->isIncrementDecrementOp() ? PointerUse()
                                             : PointerUse::lost();
  if (const auto *member = dyn_cast<CXXDependentScopeMemberExpr>(outer))
    return member->isArrow() ? PointerUse::lost() : PointerUse();
  if (isa<MemberExpr>(outer))
    return ofMethod(element, path);
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(outer);
      call && call->getOperator() != OO_Call)
    return call->getOperator() == OO_Subscript && call->isGLValue()
               ? climb(call, path.drop_back(), 1, true)
               : PointerUse();
  if (isa<UnaryExprOrTypeTraitExpr, CXXForRangeStmt>(outer))
    return {};
  const PointerUse use = given(element, path, there);
  return use.kind == PointerUse::Kind::Given && !use.to->getType()->isReferenceType()
             ? PointerUse() // a copy
             : use;
}

/// Of an atomic, a lock or a `std::array`.
PointerUse ElementPointers::ofMethod(const Expr *element, Path path) const {
  const auto *member = cast<MemberExpr>(path.back());
  const auto *method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
  path = path.drop_back();
  const auto *call = path.empty() ? nullptr : dyn_cast<CXXMemberCallExpr>(path.back());
  if (!method || !method->getIdentifier() || method->getName() != "data")
    return {};
  const QualType unit = call ? call->getType()->getPointeeType() : QualType();
  const auto bytes = sizeOf(unit_.context, element->getType());
  const auto each = sizeOf(unit_.context, unit);
  if (!bytes || !each)
    return PointerUse::lost();
  return climb(call, path.drop_back(), *each == 0 ? 1 : *bytes / *each, true);
}

PointerUse ElementPointers::ofArray(const Expr *array, Path path) const {
  const Stmt *outer = path.back();
  const std::uint64_t length = lengthOf(unit_.context, array->getType());
  if (const auto *cast = dyn_cast<CastExpr>(outer)) {
    if (cast->getCastKind() == CK_ToVoid)
      return {};
    if (cast->getCastKind() == CK_NoOp)
      return climb(cast, path.drop_back(), 1, true);
    if (cast->getCastKind() != CK_ArrayToPointerDecay)
      return PointerUse::lost();
    path = path.drop_back();
    const auto *subscript = path.empty() ? nullptr : dyn_cast<ArraySubscriptExpr>(path.back());
    if (subscript && subscript->getBase() == cast) { // by its type
      const bool first = integerOf(subscript->getIdx(), unit_.context) == 0;
      return climb(subscript, path.drop_back(), first ? length : 1, true);
    }
    return climb(cast, path, length, true);
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(outer))
    return unary->getOpcode() == UO_AddrOf ? climb(unary, path.drop_back(), 1, true)
                                           : PointerUse::lost();
  if (isa<UnaryExprOrTypeTraitExpr, CXXForRangeStmt>(outer))
    return {};
  return given(array, path, length);
}

PointerUse ElementPointers::ofPointer(const Expr *pointer, Path path, std::uint64_t there) const {
  const Stmt *outer = path.back();
  if (const auto *cast = dyn_cast<CastExpr>(outer)) {
    const CastKind kind = cast->getCastKind();
    if (kind == CK_PointerToBoolean || kind == CK_ToVoid)
      return {};
    if (!cast->getType()->isPointerType())
      return PointerUse::lost();
    const bool alike = countsAlike(unit_.context, pointer->getType()->getPointeeType(),
                                   cast->getType()->getPointeeType());
    return alike ? climb(cast, path.drop_back(), there, true) : PointerUse::foreign();
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(outer);
      subscript && subscript->getBase() == pointer)
    return ofOffset(subscript->getIdx(), subscript, path.drop_back(), there);
  if (const auto *unary = dyn_cast<UnaryOperator>(outer))
    return unary->getOpcode() == UO_Deref  ? climb(unary, path.drop_back(), there, true)
           : unary->getOpcode() == UO_LNot ? PointerUse()
                                           : PointerUse::lost();
  if (const auto *binary = dyn_cast<BinaryOperator>(outer)) {
    if (binary->isComparisonOp() || binary->isLogicalOp())
      return {};
    if (binary->getOpcode() == BO_Assign) {
      const ValueDecl *to = namedBy(binary->getLHS()->IgnoreParenImpCasts());
      return to ? PointerUse::givenTo(unit_.context, to, pointer, there) : PointerUse::lost();
    }
    path = path.drop_back();
    while (!path.empty() && isWrapper(path.back()))
      path = path.drop_back();
    const auto *star = path.empty() ? nullptr : dyn_cast<UnaryOperator>(path.back());
    if (binary->getOpcode() != BO_Add || !star || star->getOpcode() != UO_Deref)
      return PointerUse::lost();
    const Expr *index = binary->getLHS() == pointer ? binary->getRHS() : binary->getLHS();
    return ofOffset(index, star, path.drop_back(), there);
  }
  if (const auto *choice = dyn_cast<ConditionalOperator>(outer))
    return choice->getCond() == pointer ? PointerUse()
                                        : climb(choice, path.drop_back(), there, true);
  if (const auto *member = dyn_cast<MemberExpr>(outer))
    return member->isArrow() ? PointerUse() : PointerUse::lost();
  if (const auto *atomic = dyn_cast<AtomicExpr>(outer))
    return atomic->getPtr() == pointer ? PointerUse() : PointerUse::lost();
  if (isa<IfStmt, WhileStmt, DoStmt, CompoundStmt>(outer))
    return {};
  return given(pointer, path, there);
}

PointerUse ElementPointers::ofOffset(const Expr *index, const Expr *element, Path path,
                                     std::uint64_t there) const {
  if (integerOf(index, unit_.context) == 0)
    return climb(element, path, there, true);
  if (climb(element, path, 1, true).kind != PointerUse::Kind::Nothing)
    return PointerUse::lost();
  PointerUse use;
  use.kind = PointerUse::Kind::Counted;
  use.index = index;
  use.there = there;
  return use;
}

} // namespace fsfind::analyzer
