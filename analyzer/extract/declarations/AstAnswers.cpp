#include "analyzer/extract/declarations/AstAnswers.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>

namespace fsfind::analyzer {

using namespace clang;

bool hasSize(const ASTContext &context, QualType type) {
  if (type.isNull() || type->isDependentType() || type->isFunctionType() ||
      type->isIncompleteType() || type->isUndeducedType() || type->isSizelessType() ||
      type->isPlaceholderType())
    return false;
  const RecordDecl *record = context.getBaseElementType(type)->getAsRecordDecl();
  return !record || layoutOf(record);
}

std::optional<std::uint64_t> sizeOf(const ASTContext &context, QualType type) {
  if (!hasSize(context, type))
    return std::nullopt;
  return static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
}

std::optional<std::uint64_t> alignOf(const ASTContext &context, QualType type) {
  if (!hasSize(context, type))
    return std::nullopt;
  return static_cast<std::uint64_t>(context.getTypeAlignInChars(type).getQuantity());
}

std::optional<unsigned> widthOf(const ASTContext &context, QualType type) {
  return hasSize(context, type) ? std::optional(context.getIntWidth(type)) : std::nullopt;
}

const ASTRecordLayout *layoutOf(const RecordDecl *record) {
  record = record ? record->getDefinition() : nullptr;
  return record && record->isCompleteDefinition() && !record->isInvalidDecl() &&
                 !record->isDependentType()
             ? &record->getASTContext().getASTRecordLayout(record)
             : nullptr;
}

std::optional<std::uint64_t> alignmentOf(const ASTContext &context, const AlignedAttr *attribute) {
  if (!attribute || attribute->isAlignmentDependent() || attribute->isAlignmentErrorDependent())
    return std::nullopt;
  // getAlignment() has no const context, though it changes nothing.
  return attribute->getAlignment(const_cast<ASTContext &>(context)) / context.getCharWidth();
}

llvm::ArrayRef<CXXBaseSpecifier> basesOf(const CXXRecordDecl *record) {
  record = record ? record->getDefinition() : nullptr;
  return record ? llvm::ArrayRef(record->bases_begin(), record->bases_end())
                : llvm::ArrayRef<CXXBaseSpecifier>();
}

bool answers(const CXXRecordDecl *record, bool (CXXRecordDecl::*question)() const) {
  record = record ? record->getDefinition() : nullptr;
  return record && (record->*question)();
}

bool isConstant(const Expr *expression, const ASTContext &context) {
  return hasValue(expression) && expression->isEvaluatable(context);
}

bool isNullConstant(const Expr *expression, const ASTContext &context) {
  return isTyped(expression) &&
         expression->isNullPointerConstant(const_cast<ASTContext &>(context),
                                           Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

namespace {

/// What an element or a member is a part of.
const Expr *wholeOf(const Expr *part) {
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(part))
    return element->getBase()->IgnoreParenImpCasts();
  const auto *member = dyn_cast<MemberExpr>(part);
  return member && isa<FieldDecl>(member->getMemberDecl())
             ? member->getBase()->IgnoreParenImpCasts()
             : nullptr;
}

/// Whether it is a part of a variable that may change. Asking clang would take the time of all
/// levels of `a[a[a[…]]]`, at each of them.
bool isChanging(const Expr *part, const ASTContext &context) {
  constexpr int kMostParts = 8; // `a.b[1].c`
  const Expr *whole = wholeOf(part->IgnoreParenImpCasts());
  for (int i = 0; i < kMostParts && whole && wholeOf(whole); ++i)
    whole = wholeOf(whole);
  const auto *name = dyn_cast_or_null<DeclRefExpr>(whole);
  return name && isa<VarDecl>(name->getDecl()) && !name->getType().isConstant(context);
}

} // namespace

std::optional<llvm::APSInt> integerValue(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  if (!hasValue(expression) || !expression->getType()->isIntegralOrEnumerationType() ||
      isChanging(expression, context) ||
      !expression->EvaluateAsInt(result, context, Expr::SE_NoSideEffects))
    return std::nullopt;
  return result.Val.getInt();
}

std::optional<bool> truthOf(const Expr *condition, const ASTContext &context) {
  bool value = false;
  return hasValue(condition) && condition->EvaluateAsBooleanCondition(value, context)
             ? std::optional(value)
             : std::nullopt;
}

std::optional<APValue> valueOf(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  if (!hasValue(expression) || !expression->EvaluateAsRValue(result, context))
    return std::nullopt;
  return result.Val;
}

namespace {

/// The declaration with the initial value, if that may be asked for; else null.
const VarDecl *initialising(const VarDecl *variable) {
  const VarDecl *declaration = nullptr;
  const Expr *value = variable ? variable->getAnyInitializer(declaration) : nullptr;
  return hasValue(value) && !declaration->isInvalidDecl() &&
                 hasSize(variable->getASTContext(), declaration->getType())
             ? declaration
             : nullptr;
}

} // namespace

const APValue *initialValueOf(const VarDecl *variable) {
  const VarDecl *declaration = initialising(variable);
  return declaration ? declaration->evaluateValue() : nullptr;
}

const APValue *constantValueOf(const VarDecl *variable) {
  const VarDecl *declaration = initialising(variable);
  return declaration && declaration->isUsableInConstantExpressions(declaration->getASTContext())
             ? declaration->evaluateValue()
             : nullptr;
}

} // namespace fsfind::analyzer
