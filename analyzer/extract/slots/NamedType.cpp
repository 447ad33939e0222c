#include "analyzer/extract/slots/NamedType.h"

#include "analyzer/extract/declarations/AstAnswers.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Type.h>
#include <clang/Basic/SourceManager.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Written types are not nested deeper, nor do objects lie deeper in others.
constexpr unsigned kDeepestNesting = 12;

/// The type argument that comes first; null if there is none.
QualType firstArgument(const TemplateSpecializationType *instance) {
  const auto arguments = instance->template_arguments();
  return !arguments.empty() && arguments[0].getKind() == TemplateArgument::Type
             ? arguments[0].getAsType()
             : QualType();
}

/// One step from a type to what it is written with: what a name means, an array's elements, what a
/// template holds. Null at the end.
QualType step(const ASTContext &context, QualType type) {
  if (const auto *instance = dyn_cast<TemplateSpecializationType>(type.getTypePtr());
      instance && !instance->isTypeAlias())
    return firstArgument(instance);
  if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr()))
    return array->getElementType();
  if (const auto *pointer = dyn_cast<PointerType>(type.getTypePtr()))
    return pointer->getPointeeType();
  const QualType next = type.getSingleStepDesugaredType(context);
  return next == type ? QualType() : next;
}

bool mentions(const ASTContext &context, QualType type, const TypedefNameDecl *name,
              unsigned depth) {
  for (; depth < kDeepestNesting && !type.isNull(); ++depth) {
    if (const auto *named = dyn_cast<TypedefType>(type.getTypePtr());
        named && named->getDecl()->getCanonicalDecl() == name)
      return true;
    if (const auto *instance = dyn_cast<TemplateSpecializationType>(type.getTypePtr()))
      for (const TemplateArgument &argument : instance->template_arguments())
        if (argument.getKind() == TemplateArgument::Type &&
            mentions(context, argument.getAsType(), name, depth + 1))
          return true;
    type = step(context, type);
  }
  return !type.isNull(); // too deep to tell
}

bool holds(const ASTContext &context, QualType type, const CXXRecordDecl *of, unsigned depth) {
  const CXXRecordDecl *record = context.getBaseElementType(type)->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return false;
  if (depth == kDeepestNesting || record->getCanonicalDecl() == of->getCanonicalDecl())
    return true;
  record = record->getDefinition();
  return llvm::any_of(record->fields(),
                      [&](const FieldDecl *field) {
                        return holds(context, field->getType(), of, depth + 1);
                      }) ||
         llvm::any_of(basesOf(record), [&](const CXXBaseSpecifier &base) {
           return holds(context, base.getType(), of, depth + 1);
         });
}

const CXXRecordDecl *fixedClassWithin(QualType type, unsigned depth) {
  while (!type.isNull() && (type->isPointerType() || type->isReferenceType()))
    type = type->getPointeeType();
  if (type.isNull() || depth == kDeepestNesting)
    return nullptr;
  type = QualType(type->getBaseElementTypeUnsafe(), 0);
  if (const CXXRecordDecl *fixed = fixedClass(type))
    return fixed;
  const auto *instance =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!instance)
    return nullptr;
  for (const TemplateArgument &argument : instance->getTemplateArgs().asArray())
    if (argument.getKind() == TemplateArgument::Type)
      if (const CXXRecordDecl *fixed = fixedClassWithin(argument.getAsType(), depth + 1))
        return fixed;
  return nullptr;
}

} // namespace

const CXXRecordDecl *fixedClassWithin(QualType type) {
  return fixedClassWithin(type, 0);
}

const CXXRecordDecl *fixedClass(QualType type) {
  const CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return nullptr;
  record = record->getDefinition();
  const auto copies = [](const CXXConstructorDecl *made) {
    return made->isCopyOrMoveConstructor() && !made->isDeleted();
  };
  const bool fixed = !record->isUnion() && !record->isEffectivelyFinal() &&
                     !record->isDependentType() &&
                     answers(record, &CXXRecordDecl::hasUserDeclaredCopyConstructor) &&
                     llvm::none_of(record->ctors(), copies);
  return fixed ? record : nullptr;
}

const TypedefNameDecl *nameOf(const Unit &unit, QualType type) {
  const TypedefNameDecl *name = nullptr;
  for (unsigned depth = 0; depth < kDeepestNesting; ++depth) {
    if (const auto *named = dyn_cast<TypedefType>(type.getTypePtr());
        named && !unit.inSystemHeader(named->getDecl()->getLocation()))
      name = named->getDecl()->getCanonicalDecl();
    const QualType next = type.getSingleStepDesugaredType(unit.context);
    if (next == type)
      break;
    type = next;
  }
  return name;
}

QualType elementIn(const ASTContext &context, QualType declared, const CXXRecordDecl *element) {
  for (unsigned depth = 0; depth < kDeepestNesting && !declared.isNull(); ++depth) {
    const CXXRecordDecl *record = declared->getAsCXXRecordDecl();
    if (record && record->getCanonicalDecl() == element->getCanonicalDecl())
      return declared;
    declared = step(context, declared);
  }
  return {};
}

bool mentions(const ASTContext &context, QualType type, const TypedefNameDecl *name) {
  return mentions(context, type, name, 0);
}

bool holds(const ASTContext &context, QualType type, const CXXRecordDecl *of) {
  return holds(context, type, of, 0);
}

} // namespace fsfind::analyzer
