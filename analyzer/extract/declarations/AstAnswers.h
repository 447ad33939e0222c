#pragma once

#include <clang/AST/APValue.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <optional>

namespace clang {
class AlignedAttr;
class ASTRecordLayout;
} // namespace clang

/// Questions that clang answers only on conditions: of a class, that it is defined; of a type, that
/// it is complete and independent of template arguments; of an expression, that it has a value.
/// Asked without, clang reads memory that is not there or recurses for ever. Here anything may be
/// asked, null included: what has no answer gets none, null or false. No other code asks clang
/// itself; `checks.guarded_queries` lists what that would be.
namespace fsfind::analyzer {

/// Whether a type has a size: none have functions, what is incomplete, dependent, invalid or not
/// yet deduced, and vectors whose length only the machine knows. `void` has none.
[[nodiscard]] bool hasSize(const clang::ASTContext &context, clang::QualType type);
/// In bytes; 0 for arrays of variable length, that of a pointer for references.
[[nodiscard]] std::optional<std::uint64_t> sizeOf(const clang::ASTContext &context,
                                                  clang::QualType type);
/// In bytes.
[[nodiscard]] std::optional<std::uint64_t> alignOf(const clang::ASTContext &context,
                                                   clang::QualType type);
/// In bits of value: 1 for `bool`.
[[nodiscard]] std::optional<unsigned> widthOf(const clang::ASTContext &context,
                                              clang::QualType type);
/// The layout of a record that is defined, valid and no template.
[[nodiscard]] const clang::ASTRecordLayout *layoutOf(const clang::RecordDecl *record);
/// In bytes, of the whole attribute.
[[nodiscard]] std::optional<std::uint64_t> alignmentOf(const clang::ASTContext &context,
                                                       const clang::AlignedAttr *attribute);

/// All bases, virtual ones too, as they are written.
[[nodiscard]] llvm::ArrayRef<clang::CXXBaseSpecifier> basesOf(const clang::CXXRecordDecl *record);
/// What a class that is defined answers: `answers(record, &CXXRecordDecl::isAggregate)`.
[[nodiscard]] bool answers(const clang::CXXRecordDecl *record,
                           bool (clang::CXXRecordDecl::*question)() const);

/// False for null, and for expressions without a type: parenthesised lists in uninstantiated
/// templates.
[[nodiscard]] inline bool isTyped(const clang::Expr *expression) {
  return expression && !expression->getType().isNull();
}
/// Whether an expression's value does not depend on template arguments or on code in error. It may
/// be known only at run time.
[[nodiscard]] inline bool hasValue(const clang::Expr *expression) {
  return isTyped(expression) && !expression->isValueDependent() && !expression->isTypeDependent();
}
/// Whether the compiler can tell the value, and computing it does nothing else.
[[nodiscard]] bool isConstant(const clang::Expr *expression, const clang::ASTContext &context);
/// Whether it is a null pointer to the compiler. One that depends on template arguments is not.
[[nodiscard]] bool isNullConstant(const clang::Expr *expression, const clang::ASTContext &context);
/// The value of a constant of a type of integers or enumerations.
[[nodiscard]] std::optional<llvm::APSInt> integerValue(const clang::Expr *expression,
                                                       const clang::ASTContext &context);
/// The value of a constant condition.
[[nodiscard]] std::optional<bool> truthOf(const clang::Expr *condition,
                                          const clang::ASTContext &context);
/// The value of any constant.
[[nodiscard]] std::optional<clang::APValue> valueOf(const clang::Expr *expression,
                                                    const clang::ASTContext &context);
/// The constant that a variable is initialised with, by whichever of its declarations.
[[nodiscard]] const clang::APValue *initialValueOf(const clang::VarDecl *variable);
/// The same for a variable that may be used where a constant is asked for.
[[nodiscard]] const clang::APValue *constantValueOf(const clang::VarDecl *variable);

} // namespace fsfind::analyzer
