#include "analyzer/extract/slots/SlotValues.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/slots/SlotView.h"
#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/TypeLoc.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr const char *kValue = "its initial value is of another kind";
constexpr const char *kAllocation = "what it points to is not allocated in a way that can follow";

FactEdit inserted(FactPlace place, std::string text) {
  return {place, place, std::move(text)};
}

/// Whether braces would not take the number without a cast.
bool narrows(const ASTContext &context, const Expr *value, QualType element) {
  const QualType from = value->getType();
  if (!from->isArithmeticType() || !element->isArithmeticType() ||
      context.hasSameUnqualifiedType(from, element) || !hasValue(value) ||
      isConstant(value, context))
    return false;
  const auto given = sizeOf(context, from), taken = sizeOf(context, element);
  if (!from->isIntegralOrUnscopedEnumerationType() || !element->isIntegerType())
    return given > taken || from->isFloatingType() != element->isFloatingType();
  return from->isSignedIntegerOrEnumerationType()
             ? !element->isSignedIntegerType() || given > taken
             : given >= taken && !element->isUnsignedIntegerType();
}

/// Whether braces of the element are left out, so that its parts are given one by one.
bool isTakenApart(const SlotsDraft &draft, const Expr *value) {
  const CXXRecordDecl *record = draft.type.element->getAsCXXRecordDecl();
  return (draft.type.element->isArrayType() || answers(record, &CXXRecordDecl::isAggregate)) &&
         !isa<InitListExpr>(value->IgnoreImplicit());
}

void readList(Unit &unit, SlotsDraft &draft, const InitListExpr *list) {
  const InitListExpr *written = list->getSyntacticForm() ? list->getSyntacticForm() : list;
  const auto *inner = written->getNumInits() == 1 && draft.type.holder == SlotHolder::StdArray
                          ? dyn_cast<InitListExpr>(written->getInit(0))
                          : nullptr;
  if (inner) // `{{1, 2}}` of the array in it
    return readList(unit, draft, inner);
  const bool array = draft.type.holder == SlotHolder::Array;
  for (const Expr *one : written->inits()) {
    if (isa<DesignatedInitExpr>(one) || one->getBeginLoc().isInvalid() || isTakenApart(draft, one))
      return refuse(draft, kValue);
    wrapInBraces(unit, draft, one, array ? "" : draft.wrapper);
  }
}

bool isGiven(const Expr *argument) {
  return !isa<CXXDefaultArgExpr>(argument);
}

/// `std::vector<long> sums(n)`, `sums(n, 5)`.
void readConstruction(Unit &unit, SlotsDraft &draft, const CXXConstructExpr *made) {
  llvm::SmallVector<const Expr *, 2> given;
  for (const Expr *argument : made->arguments())
    if (isGiven(argument))
      given.push_back(argument);
  if (given.empty())
    return;
  if (const auto *list = dyn_cast<CXXStdInitializerListExpr>(given.front()->IgnoreImplicit());
      list && given.size() == 1)
    if (const auto *values = dyn_cast<InitListExpr>(list->getSubExpr()->IgnoreImplicit()))
      return readList(unit, draft, values);
  if (draft.type.holder != SlotHolder::Vector || made->isListInitialization() || given.size() > 2 ||
      !given.front()->IgnoreParenImpCasts()->getType()->isIntegralOrEnumerationType())
    return refuse(draft, kValue);
  if (given.size() == 2)
    wrapInBraces(unit, draft, given[1], draft.fact.wrapper);
}

/// `std::vector<long>(4)`, `std::unique_ptr<long[]>(new long[4])`: the type is written once more.
const Expr *readWrittenType(Unit &unit, SlotsDraft &draft, const Expr *value) {
  const auto *cast = dyn_cast<CXXFunctionalCastExpr>(value);
  const auto *object = dyn_cast<CXXTemporaryObjectExpr>(value);
  const TypeSourceInfo *type = cast     ? cast->getTypeInfoAsWritten()
                               : object ? object->getTypeSourceInfo()
                                        : nullptr;
  if (!type)
    return value;
  const auto change = writtenElement(unit, type->getTypeLoc(), draft.type, draft.wrapper);
  if (!change) {
    refuse(draft, kValue);
    return nullptr;
  }
  edit(draft, *change);
  return cast ? cast->getSubExpr()->IgnoreImplicit() : value;
}

/// The type in a cast, as in `(long *)` or `static_cast<long *>`, becomes a pointer to the record.
void readCast(Unit &unit, SlotsDraft &draft, const ExplicitCastExpr *cast) {
  FactEdit change = spanOf(unit, cast->getTypeInfoAsWritten()->getTypeLoc().getSourceRange());
  const auto pointer =
      cast->getTypeInfoAsWritten()->getTypeLoc().getUnqualifiedLoc().getAs<PointerTypeLoc>();
  // The range begins at the type's name: words such as `volatile` before it would stay.
  if (!pointer ||
      unit.context.getBaseElementType(pointer.getPointeeLoc().getType()).hasQualifiers())
    return refuse(draft, kAllocation);
  change.text = draft.wrapper + " *";
  edit(draft, std::move(change));
}

/// Finds `sizeof(long)` and `sizeof *counts` in the arguments of an allocator.
class Sizes {
public:
  Sizes(Unit &unit, SlotsDraft &draft, const ValueDecl *holder)
      : unit_(unit), draft_(draft), holder_(holder) {}

  /// Whether some size follows the record's.
  [[nodiscard]] bool follow(const Expr *argument) {
    argument = argument->IgnoreParenImpCasts();
    if (const auto *product = dyn_cast<BinaryOperator>(argument);
        product && product->getOpcode() == BO_Mul) {
      const bool left = follow(product->getLHS());
      return follow(product->getRHS()) || left;
    }
    const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(argument);
    if (!size || size->getKind() != UETT_SizeOf)
      return false;
    return size->isArgumentType() ? followType(size) : followElement(size->getArgumentExpr());
  }

private:
  bool followType(const UnaryExprOrTypeTraitExpr *size) {
    if (!unit_.context.hasSameUnqualifiedType(size->getArgumentType(), draft_.type.element))
      return false;
    FactEdit change = spanOf(unit_, size->getArgumentTypeInfo()->getTypeLoc().getSourceRange());
    change.text = draft_.wrapper;
    edit(draft_, std::move(change));
    return true;
  }
  /// `sizeof *counts`, `sizeof counts[0]`.
  [[nodiscard]] bool followElement(const Expr *of) const {
    of = of->IgnoreParens();
    if (const auto *star = dyn_cast<UnaryOperator>(of); star && star->getOpcode() == UO_Deref)
      return namedBy(star->getSubExpr()->IgnoreParenImpCasts()) == holder_;
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(of);
    return subscript && namedBy(subscript->getBase()->IgnoreParenImpCasts()) == holder_;
  }

  Unit &unit_;
  SlotsDraft &draft_;
  const ValueDecl *holder_;
};

void readAllocatorCall(Unit &unit, SlotsDraft &draft, const ValueDecl *holder,
                       const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const auto allocator = callee ? allocatorOf(nameOf(callee), unit.knowledge) : std::nullopt;
  const bool known = allocator && (allocator->kind == AllocationKind::Malloc ||
                                   allocator->kind == AllocationKind::Calloc ||
                                   allocator->kind == AllocationKind::Aligned);
  if (!known || draft.type.holder != SlotHolder::Pointer ||
      !unit.inSystemHeader(callee->getLocation()))
    return refuse(draft, kAllocation);
  Sizes sizes(unit, draft, holder);
  if (llvm::none_of(call->arguments(),
                    [&](const Expr *argument) { return sizes.follow(argument); }))
    return refuse(draft, "the size of its allocation is not written by its type");
  draft.fact.aligned = false;
  draft.allocated = true;
}

/// `new long[n]()`.
void readNew(Unit &unit, SlotsDraft &draft, const CXXNewExpr *made) {
  const auto *list = dyn_cast_or_null<InitListExpr>(made->getInitializer());
  const bool plain = made->isArray() && made->getNumPlacementArgs() == 0 &&
                     (!list || list->getNumInits() == 0) &&
                     !made->getAllocatedType().hasQualifiers();
  if (!plain)
    return refuse(draft, kAllocation);
  TypeLoc type = made->getAllocatedTypeSourceInfo()->getTypeLoc();
  if (const auto row = type.getAs<ArrayTypeLoc>()) { // `new long[n][6]`, whose `[n]` stays
    SourceLocation end = row.getRBracketLoc();
    for (type = row.getElementLoc(); type.getAs<ArrayTypeLoc>();
         type = type.castAs<ArrayTypeLoc>().getElementLoc())
      end = type.castAs<ArrayTypeLoc>().getRBracketLoc();
    edit(draft, spanOf(unit, {row.getLBracketLoc(), end}));
  }
  FactEdit change = spanOf(unit, type.getSourceRange());
  change.text = draft.wrapper;
  edit(draft, std::move(change));
  draft.fact.aligned &= unit.context.getLangOpts().AlignedAllocation != 0;
  draft.allocated = true;
}

/// `std::make_unique<long[]>(n)`.
bool readMaker(Unit &unit, SlotsDraft &draft, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const auto *name = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreImplicit());
  if (!callee || !callee->isInStdNamespace() || !callee->getIdentifier() ||
      callee->getName() != "make_unique" || !name || name->getNumTemplateArgs() != 1)
    return false;
  const TypeSourceInfo *type = name->getTemplateArgs()[0].getTypeSourceInfo();
  if (!type)
    return false;
  FactEdit change = spanOf(unit, type->getTypeLoc().getSourceRange());
  change.text = draft.wrapper + "[]";
  edit(draft, std::move(change));
  draft.allocated = true;
  return true;
}

} // namespace

const Expr *asWritten(const Expr *value) {
  return value->IgnoreImplicit()->IgnoreParenImpCasts()->IgnoreImplicit();
}

void wrapInBraces(Unit &unit, SlotsDraft &draft, const Expr *value, const std::string &type) {
  value = value->IgnoreImplicit();
  if (unit.context.getLangOpts().CPlusPlus && narrows(unit.context, value, draft.type.element))
    return refuse(draft, "it gets a value of another type");
  const FactEdit span = spanOf(unit, value->getSourceRange());
  edit(draft, inserted(span.begin, type + "{"));
  edit(draft, inserted(span.end, "}"));
}

bool isNullPointer(const Unit &unit, const Expr *value) {
  return isNullConstant(value, unit.context);
}

const ValueDecl *namedBy(const Expr *expression) {
  const ValueDecl *named = nullptr;
  if (const auto *name = dyn_cast<DeclRefExpr>(expression))
    named = name->getDecl();
  else if (const auto *member = dyn_cast<MemberExpr>(expression))
    named = member->getMemberDecl();
  return named ? cast<ValueDecl>(named->getCanonicalDecl()) : nullptr;
}

const ValueDecl *holderIn(const Expr *expression) {
  const auto *call = dyn_cast<CallExpr>(expression);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee ? callee->getCanonicalDecl() : namedBy(expression);
}

bool isSizeOf(const Expr *expression, const ValueDecl *declared) {
  const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(expression->IgnoreParenImpCasts());
  return size && size->getKind() == UETT_SizeOf && !size->isArgumentType() &&
         namedBy(size->getArgumentExpr()->IgnoreParens()) == declared;
}

void readAllocation(Unit &unit, SlotsDraft &draft, const ValueDecl *holder, const Expr *value) {
  value = value->IgnoreParenImpCasts();
  if (isNullPointer(unit, value))
    return;
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(value)) {
    readCast(unit, draft, cast);
    value = cast->getSubExpr()->IgnoreParenImpCasts();
  }
  if (const auto *made = dyn_cast<CXXNewExpr>(value))
    return readNew(unit, draft, made);
  if (const auto *call = dyn_cast<CallExpr>(value)) {
    if (draft.type.holder == SlotHolder::Owner && readMaker(unit, draft, call))
      return;
    return readAllocatorCall(unit, draft, holder, call);
  }
  refuse(draft, kAllocation);
}

void readInitialValue(Unit &unit, SlotsDraft &draft, const ValueDecl *declared, const Expr *value) {
  value = value->IgnoreImplicit();
  if (const auto *copied = dyn_cast<CXXConstructExpr>(value);
      copied && copied->getNumArgs() == 1 && copied->getConstructor()->isCopyOrMoveConstructor())
    value = copied->getArg(0)->IgnoreImplicit(); // of what is made there
  if (draft.type.holder == SlotHolder::Pointer)
    return readAllocation(unit, draft, cast<ValueDecl>(declared->getCanonicalDecl()), value);
  value = readWrittenType(unit, draft, value);
  if (!value)
    return;
  if (const auto *list = dyn_cast<InitListExpr>(value))
    return readList(unit, draft, list);
  if (isa<ImplicitValueInitExpr>(value))
    return;
  const auto *made = dyn_cast<CXXConstructExpr>(value);
  if (draft.type.holder == SlotHolder::Owner) {
    if (made && made->getNumArgs() == 0)
      return;
    if (made && made->getNumArgs() >= 1 && !isa<CallExpr>(value))
      value = made->getArg(0)->IgnoreImplicit();
    return readAllocation(unit, draft, declared, value);
  }
  if (!made)
    return refuse(draft, kValue);
  readConstruction(unit, draft, made);
}

} // namespace fsfind::analyzer
