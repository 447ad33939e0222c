#include "analyzer/extract/slots/SlotType.h"

#include "analyzer/extract/declarations/Types.h"

#include <clang/AST/DeclTemplate.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Atomics, locks and the like are wrapped although they are records, for they are not the
/// author's.
bool isWrappable(const Unit &unit, QualType element, bool records) {
  const QualType base = unit.context.getBaseElementType(element);
  if (base->isDependentType() || base->isIncompleteType())
    return false;
  if (const RecordDecl *record = base->getAsRecordDecl())
    return records || unit.inSystemHeader(record->getLocation());
  return base->isArithmeticType() || base->isEnumeralType() || base->isAnyPointerType() ||
         base->isAtomicType();
}

std::optional<SlotType> holderType(const RecordDecl *record) {
  if (!record->isInStdNamespace() || !record->getIdentifier())
    return std::nullopt;
  const QualType argument = templateArgument(record, 0);
  if (argument.isNull())
    return std::nullopt;
  const bool words = record->getName() == "vector" && argument->isBooleanType(); // of bits
  if ((record->getName() == "vector" || record->getName() == "deque") && !words)
    return SlotType{SlotHolder::Vector, argument, 0};
  if (record->getName() == "unique_ptr" && argument->isArrayType())
    return SlotType{SlotHolder::Owner, argument->getAsArrayTypeUnsafe()->getElementType(), 0};
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (record->getName() == "array" && instance && instance->getTemplateArgs().size() == 2 &&
      instance->getTemplateArgs().get(1).getKind() == TemplateArgument::Integral)
    return SlotType{SlotHolder::StdArray, argument,
                    instance->getTemplateArgs().get(1).getAsIntegral().getLimitedValue()};
  return std::nullopt;
}

std::optional<SlotType> libraryType(const RecordDecl *record) {
  std::optional<SlotType> type = holderType(record);
  if (type)
    type->container = dyn_cast<CXXRecordDecl>(record);
  return type;
}

std::optional<SlotType> typeOf(const Unit &unit, QualType type) {
  if (const auto *array = unit.context.getAsConstantArrayType(type))
    return SlotType{SlotHolder::Array, array->getElementType(), array->getSize().getLimitedValue()};
  if (const auto *array = unit.context.getAsVariableArrayType(type))
    return SlotType{SlotHolder::Array, array->getElementType(), 0};
  if (type->isPointerType())
    return SlotType{SlotHolder::Pointer, type->getPointeeType(), 0};
  const RecordDecl *record = type->getAsRecordDecl();
  return record ? libraryType(record) : std::nullopt;
}

bool isContainer(QualType type) {
  const RecordDecl *record = type->getAsRecordDecl();
  return record && libraryType(record);
}

/// Texts and bytes are not counted by threads.
bool isText(QualType element) {
  return element->isAnyCharacterType();
}

} // namespace

std::optional<SlotType> slotTypeOf(const Unit &unit, const ValueDecl *declared, bool records) {
  const auto *function = dyn_cast<FunctionDecl>(declared);
  const QualType type = function ? function->getReturnType() : declared->getType();
  if (function && (!type->isReferenceType() || !isContainer(type.getNonReferenceType())))
    return std::nullopt;
  if (type.isNull() || type->isDependentType())
    return std::nullopt;
  std::optional<SlotType> found = typeOf(unit, type.getNonReferenceType());
  const bool refers = type->isReferenceType();
  if (refers && (!found || type->isRValueReferenceType() || found->holder == SlotHolder::Array ||
                 found->holder == SlotHolder::Pointer))
    return std::nullopt;
  const bool indirect = type->isPointerType() && isContainer(type->getPointeeType());
  if (indirect)
    found = libraryType(type->getPointeeType()->getAsRecordDecl());
  if (!found || !isWrappable(unit, found->element, records))
    return std::nullopt;
  const bool constant = unit.context.getBaseElementType(found->element).isConstQualified();
  const bool points = found->holder == SlotHolder::Pointer;
  if ((points && isText(found->element)) || (constant && !points))
    return std::nullopt;
  const bool given = isa<ParmVarDecl>(declared);
  if (given && !refers && !points && !indirect)
    return std::nullopt; // a copy
  found->indirect = indirect;
  found->view = given || refers || indirect || constant ||
                (points && type->getContainedAutoType() != nullptr);
  return found;
}

bool isOfRecords(const Unit &unit, const SlotType &type) {
  return !isWrappable(unit, type.element, false);
}

} // namespace fsfind::analyzer
