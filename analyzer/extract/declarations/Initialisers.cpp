#include "analyzer/extract/declarations/Initialisers.h"

#include "analyzer/extract/declarations/AstAnswers.h"

#include <clang/AST/APValue.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <bit>
#include <cstdint>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Larger values are not evaluated: they are tables, not counters of threads. In bytes.
constexpr std::uint64_t kLargestValue = 4096;

bool isZero(const APValue &value);

/// Converts to double because APFloat's inline functions need data symbols that only some releases
/// export. Without them the plugin could not load and report that it is built for another release.
bool isPositiveZero(const llvm::APFloat &value) {
  return std::bit_cast<std::uint64_t>(value.convertToDouble()) == 0;
}

bool isZeroRecord(const APValue &value) {
  for (unsigned i = 0; i < value.getStructNumBases(); ++i)
    if (!isZero(value.getStructBase(i)))
      return false;
  for (unsigned i = 0; i < value.getStructNumFields(); ++i)
    if (!isZero(value.getStructField(i)))
      return false;
  return true;
}

bool isZeroArray(const APValue &value) {
  for (unsigned i = 0; i < value.getArrayInitializedElts(); ++i)
    if (!isZero(value.getArrayInitializedElt(i)))
      return false;
  return !value.hasArrayFiller() || isZero(value.getArrayFiller());
}

bool isZero(const APValue &value) {
  switch (value.getKind()) {
  case APValue::None:
  case APValue::Indeterminate:
    return true;
  case APValue::Int:
    return value.getInt().isZero();
  case APValue::Float:
    return isPositiveZero(value.getFloat());
  case APValue::LValue:
    return value.isNullPointer();
  case APValue::Struct:
    return isZeroRecord(value);
  case APValue::Union:
    return isZero(value.getUnionValue());
  case APValue::Array:
    return isZeroArray(value);
  default:
    return false;
  }
}

} // namespace

bool isInitialised(const VarDecl *variable) {
  const auto size = sizeOf(variable->getASTContext(), variable->getType());
  if (!size || !hasValue(variable->getInit()))
    return false;
  if (*size > kLargestValue)
    return true;
  const APValue *value = initialValueOf(variable);
  return value && !isZero(*value);
}

namespace {

const CXXConstructorDecl *defaultConstructorOf(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || answers(record, &CXXRecordDecl::isPolymorphic))
    return nullptr;
  for (const CXXConstructorDecl *one : record->ctors())
    if (one->isDefaultConstructor())
      return one;
  return nullptr;
}

/// Whether the constructor and those of all members do nothing.
bool isIdle(const CXXConstructorDecl *constructor) {
  const auto *body = dyn_cast_or_null<CompoundStmt>(constructor->getBody());
  return body && body->body_empty() &&
         llvm::all_of(constructor->inits(), [](const CXXCtorInitializer *init) {
           const auto *made = dyn_cast<CXXConstructExpr>(init->getInit()->IgnoreImplicit());
           return made && !init->isWritten() && made->getNumArgs() == 0 &&
                  (made->getConstructor()->isTrivial() || isIdle(made->getConstructor()));
         });
}

} // namespace

bool idlesByDesign(QualType type) {
  const CXXConstructorDecl *constructor = defaultConstructorOf(type);
  return constructor && constructor->isUserProvided() && isIdle(constructor);
}

bool leavesMembers(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return !record || !record->hasDefinition() ||
         answers(record, &CXXRecordDecl::hasTrivialDefaultConstructor) || idlesByDesign(type);
}

} // namespace fsfind::analyzer
