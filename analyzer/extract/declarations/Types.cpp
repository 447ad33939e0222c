#include "analyzer/extract/declarations/Types.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Initialisers.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/LockClasses.h"
#include "analyzer/extract/declarations/Printed.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Lex/Lexer.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr std::size_t kTextLimit = 120;
/// The size of an array that depends on template arguments, in bytes: large enough that its
/// neighbours share no line.
constexpr std::uint64_t kDependentArraySize = 4096;

void describeArray(Unit &unit, FactType &fact, const ArrayType *array) {
  fact.kind = TypeClass::Array;
  fact.element = unit.type(array->getElementType());
  if (const auto *constant = dyn_cast<ConstantArrayType>(array)) {
    fact.elements = constant->getSize().getLimitedValue();
  } else if (const auto *variable = dyn_cast<VariableArrayType>(array)) {
    if (const Expr *size = variable->getSizeExpr())
      fact.extent =
          shortened(Lexer::getSourceText(CharSourceRange::getTokenRange(size->getSourceRange()),
                                         unit.sources, unit.context.getLangOpts())
                        .str());
  }
}

bool isArrayOwner(QualType argument) {
  return !argument.isNull() && argument->isArrayType();
}

/// Whether a vector initialises its elements; with an allocator of the project it may not.
bool fillsElements(const RecordDecl *decl) {
  const QualType allocator = templateArgument(decl, 1);
  const RecordDecl *record = allocator.isNull() ? nullptr : allocator->getAsRecordDecl();
  return !record || record->isInStdNamespace();
}

/// What the pointer in an atomic points to.
std::optional<TypeIndex> pointedTo(Unit &unit, QualType value) {
  return !value.isNull() && value->isPointerType()
             ? std::optional(unit.type(value->getPointeeType()))
             : std::nullopt;
}

/// A std::bitset is an array of more elements than bytes: one for each bit.
void describeBits(Unit &unit, FactType &fact, const RecordDecl *decl) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(decl);
  if (!instance || instance->getTemplateArgs().size() != 1 ||
      instance->getTemplateArgs()[0].getKind() != TemplateArgument::Integral)
    return;
  fact.element = unit.type(unit.context.BoolTy);
  fact.elements = instance->getTemplateArgs()[0].getAsIntegral().getLimitedValue();
}

void describeLibraryRecord(Unit &unit, FactType &fact, const RecordDecl *decl) {
  const QualType argument = templateArgument(decl, 0);
  if (fact.kind == TypeClass::Array && argument.isNull())
    describeBits(unit, fact, decl);
  if (fact.kind == TypeClass::Array && !argument.isNull()) {
    fact.element = unit.type(argument);
    const std::uint64_t size = unit.facts.type(*fact.element).size;
    fact.elements = size ? fact.size / size : 0;
    if (const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(decl))
      if (instance->getTemplateArgs().size() > 1 &&
          instance->getTemplateArgs()[1].getKind() == TemplateArgument::Integral)
        fact.extent =
            std::to_string(instance->getTemplateArgs()[1].getAsIntegral().getLimitedValue());
  }
  if (fact.kind == TypeClass::Atomic)
    fact.element = pointedTo(unit, argument);
  if ((fact.kind == TypeClass::Container || fact.kind == TypeClass::Pointer) &&
      !argument.isNull()) {
    const bool array = isArrayOwner(argument);
    if (array)
      fact.kind = TypeClass::Container;
    fact.fills = !array && fillsElements(decl) && !idlesByDesign(argument);
    fact.element =
        unit.type(array ? unit.context.getAsArrayType(argument)->getElementType() : argument);
  }
}

} // namespace

std::pair<std::uint64_t, std::uint64_t> extentOf(const ASTContext &context, QualType type) {
  if (type.isNull() || type->isFunctionType())
    return {0, 1};
  if (type->isDependentType() && type->isArrayType())
    return {kDependentArraySize, extentOf(context, context.VoidPtrTy).second};
  if (type->isDependentType())
    return extentOf(context, context.VoidPtrTy);
  return {sizeOf(context, type).value_or(0), alignOf(context, type).value_or(1)};
}

std::string shortened(std::string text) {
  if (text.size() > kTextLimit)
    text.resize(kTextLimit);
  return text;
}

QualType templateArgument(const RecordDecl *decl, unsigned at) {
  const auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(decl);
  if (!instance || instance->getTemplateArgs().size() <= at ||
      instance->getTemplateArgs()[at].getKind() != TemplateArgument::Type)
    return {};
  return instance->getTemplateArgs()[at].getAsType();
}

TypeClass classOf(const RecordDecl *decl, const Knowledge &known) {
  const ASTRecordLayout *layout = layoutOf(decl);
  const auto size = static_cast<std::uint64_t>(layout ? layout->getSize().getQuantity() : 0);
  std::string name = plainName(decl);
  if (name.empty())
    if (const TypedefNameDecl *alias = decl->getTypedefNameForAnonDecl())
      name = plainName(alias);
  const bool in_std = decl->isInStdNamespace();
  if (!in_std && known.dependsOnScope(name))
    name = scopedName(decl);
  const TypeClass named = classOfName(name, in_std, size, known);
  return named == TypeClass::Plain && isLockClass(decl, name, known) ? TypeClass::Lock : named;
}

TypeClass classOf(QualType type, const Knowledge &known) {
  if (type.isNull())
    return TypeClass::Plain;
  type = type.getNonReferenceType();
  if (type->isAtomicType())
    return TypeClass::Atomic;
  const auto *alias = type->getAs<TypedefType>();
  if (const RecordDecl *record = type->getAsRecordDecl())
    if (const TypeClass kind = classOf(record, known); kind != TypeClass::Plain)
      return kind;
  if (alias && !type->isPointerType())
    return classOfName(plainName(alias->getDecl()), false, 0, known);
  return TypeClass::Plain;
}

const RecordDecl *definitionOf(const ASTContext &context, QualType type) {
  if (type.isNull())
    return nullptr;
  const RecordDecl *record =
      context.getBaseElementType(type.getNonReferenceType())->getAsRecordDecl();
  return record ? record->getDefinition() : nullptr;
}

FactType describeType(Unit &unit, QualType type) {
  FactType fact;
  if (type.isNull())
    return fact;
  PrintingPolicy policy(unit.context.getPrintingPolicy());
  policy.SuppressTagKeyword = unit.context.getLangOpts().CPlusPlus;
  policy.AnonymousTagLocations = false;
  fact.text = shortened(printed(type, policy));
  if (fact.text.empty())
    fact.text = "...";
  std::tie(fact.size, fact.align) = extentOf(unit.context, type);
  fact.constant = type.getNonReferenceType().isConstQualified();
  fact.is_volatile = type.getNonReferenceType().isVolatileQualified();
  if (type->isReferenceType() || type->isPointerType()) {
    fact.kind = TypeClass::Pointer;
    fact.element = unit.type(type->getPointeeType());
    return fact;
  }
  if (const ArrayType *array = unit.context.getAsArrayType(type)) {
    describeArray(unit, fact, array);
    return fact;
  }
  fact.kind = classOf(type, unit.knowledge);
  if (const auto *atomic = type->getAs<AtomicType>()) {
    fact.is_volatile |= atomic->getValueType().isVolatileQualified();
    fact.element = pointedTo(unit, atomic->getValueType());
  }
  const RecordDecl *record = type->getAsRecordDecl();
  if (!record || (record->isDependentType() && !record->getDefinition()))
    return fact;
  if (record->isInStdNamespace())
    unit.library_classes.push_back(record);
  if (fact.kind == TypeClass::Plain) {
    fact.kind = TypeClass::Record;
    fact.record = unit.record(record);
  } else
    describeLibraryRecord(unit, fact, record);
  return fact;
}

} // namespace fsfind::analyzer
