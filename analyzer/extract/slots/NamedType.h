#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>

/// What types are called, and what they hold.
namespace fsfind::analyzer {

/// The class if objects of it stay what and where they are: it is no union, may be derived from,
/// and has neither copies nor moves. Null for other types.
[[nodiscard]] const clang::CXXRecordDecl *fixedClass(clang::QualType type);

/// The last name of the project's own on the way from the type, as it is written, to what it
/// means; null if there is none.
[[nodiscard]] const clang::TypedefNameDecl *nameOf(const Unit &unit, clang::QualType type);

/// The type of the elements, as it is written in the declared type (also in what that is a name
/// of); null if it is not written there.
[[nodiscard]] clang::QualType elementIn(const clang::ASTContext &context, clang::QualType declared,
                                        const clang::CXXRecordDecl *element);

/// Whether the type, as it is written, is made of the name.
[[nodiscard]] bool mentions(const clang::ASTContext &context, clang::QualType type,
                            const clang::TypedefNameDecl *name);

/// The class if the type, its elements, what it points to or an argument of its template is a class
/// of that kind (fixedClass); null if none is.
[[nodiscard]] const clang::CXXRecordDecl *fixedClassWithin(clang::QualType type);

/// Whether an object of the type has one of the class in it.
[[nodiscard]] bool holds(const clang::ASTContext &context, clang::QualType type,
                         const clang::CXXRecordDecl *of);

} // namespace fsfind::analyzer
