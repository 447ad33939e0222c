#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/Version.h>

#include <cstdint>

#if CLANG_VERSION_MAJOR < 16 || CLANG_VERSION_MAJOR > 22
#error "fsfind builds with LLVM 16 to 22"
#endif

/// Whether clang-tidy declares its module registry in a header of its own.
#define FSFIND_TIDY_REGISTRY_HEADER (CLANG_VERSION_MAJOR < 22)

/// Differences between the supported LLVM releases; no other file asks for the version.
namespace fsfind::analyzer::compat {

/// Destructive interference size of the target in bytes; 64 before LLVM 19, which does not know it.
/// Apple's AArch64 processors have lines of 128 bytes (sysctl hw.cachelinesize), of which LLVM
/// knows nothing.
inline std::uint32_t destructiveSize(const clang::TargetInfo &target) {
  if (target.getTriple().isOSDarwin() && target.getTriple().isAArch64())
    return 128;
#if CLANG_VERSION_MAJOR >= 19
  return target.hardwareInterferenceSizes().first;
#else
  (void)target;
  return 64;
#endif
}

/// The type that `record` declares.
inline clang::QualType recordType(const clang::ASTContext &context,
                                  const clang::RecordDecl *record) {
#if CLANG_VERSION_MAJOR >= 22
  return context.getCanonicalTagType(record);
#else
  return context.getRecordType(record);
#endif
}

/// The class by which the name is qualified: `A` in `A::value`; null = none.
inline const clang::CXXRecordDecl *qualifyingClass(const clang::DeclRefExpr *name) {
  if (!name->hasQualifier())
    return nullptr;
#if CLANG_VERSION_MAJOR >= 22
  return name->getQualifier().getAsRecordDecl();
#else
  return name->getQualifier()->getAsRecordDecl();
#endif
}

/// The builtin's name, such as `__c11_atomic_load`.
template <class Atomic> llvm::StringRef atomicName(const Atomic *expression) {
  if constexpr (requires { expression->getOpAsString(); })
    return expression->getOpAsString();
#if CLANG_VERSION_MAJOR < 19
  switch (expression->getOp()) {
#define BUILTIN(ID, TYPE, ATTRS)
#define ATOMIC_BUILTIN(ID, TYPE, ATTRS)                                                            \
  case Atomic::AO##ID:                                                                             \
    return #ID;
#include <clang/Basic/Builtins.def>
  }
  return {};
#endif
}

} // namespace fsfind::analyzer::compat
