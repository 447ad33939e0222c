#include "analyzer/extract/declarations/LockClasses.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/Types.h"

#include <clang/AST/DeclCXX.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr unsigned kMostFields = 3;

bool isNumberType(QualType type) {
  return type->isIntegralOrEnumerationType() && !type->isReferenceType();
}

/// Whether the members are few numbers, atomics or locks. A record with a pointer holds a lock of
/// another object.
bool isMadeOfWords(const RecordDecl *decl, const Knowledge &known, bool &shared) {
  unsigned fields = 0;
  for (const FieldDecl *field : decl->fields()) {
    const QualType type = field->getType();
    if (type->isReferenceType() || type->isPointerType())
      return false;
    const TypeClass kind = classOf(type, known);
    if (kind != TypeClass::Atomic && kind != TypeClass::Lock && !isNumberType(type))
      return false;
    shared = shared || kind != TypeClass::Plain || type.isVolatileQualified();
    ++fields;
  }
  return fields > 0 && fields <= kMostFields;
}

bool hasMethod(const CXXRecordDecl *decl, llvm::StringRef name) {
  return llvm::any_of(decl->lookup(&decl->getASTContext().Idents.get(name)),
                      [](const NamedDecl *one) { return isa<CXXMethodDecl>(one); });
}

bool locksAndUnlocks(const CXXRecordDecl *decl) {
  return (hasMethod(decl, "lock") && hasMethod(decl, "unlock")) ||
         (hasMethod(decl, "Lock") && hasMethod(decl, "Unlock")) ||
         (hasMethod(decl, "acquire") && hasMethod(decl, "release")) ||
         (hasMethod(decl, "Acquire") && hasMethod(decl, "Release"));
}

} // namespace

bool isLockClass(const RecordDecl *decl, llvm::StringRef name, const Knowledge &known) {
  decl = decl->getDefinition();
  if (!decl || decl->isDependentType() || decl->isInvalidDecl() || decl->isUnion() ||
      decl->isInStdNamespace())
    return false;
  const auto *derived = dyn_cast<CXXRecordDecl>(decl);
  const bool plain = basesOf(derived).empty() && !answers(derived, &CXXRecordDecl::isPolymorphic);
  const bool by_methods = derived && locksAndUnlocks(derived);
  const bool by_name = known.wordsIn(name).has(Word::LockRecord);
  bool shared = false;
  return plain && (by_methods || by_name) && isMadeOfWords(decl, known, shared) && shared;
}

} // namespace fsfind::analyzer
