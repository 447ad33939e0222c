#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>
#include <utility>

/// Questions about single expressions and calls.
namespace fsfind::analyzer {

/// The expression without conversions, temporaries, copies, std::move and std::forward.
[[nodiscard]] const clang::Expr *stripped(const clang::Expr *expression);
/// The variable that an expression names, through parentheses and conversions; null if it names
/// none.
[[nodiscard]] const clang::VarDecl *namedVariable(const clang::Expr *expression);
/// The value of a statement expression `({ …; value; })`; null for others.
[[nodiscard]] const clang::Expr *resultOf(const clang::Expr *expression);
/// The value of an integer constant expression.
[[nodiscard]] std::optional<std::int64_t> integerOf(const clang::Expr *expression,
                                                    const clang::ASTContext &context);
/// The same value; 0 if the expression is not constant.
[[nodiscard]] std::uint64_t constantOf(const clang::Expr *expression,
                                       const clang::ASTContext &context);

/// The members that a list gives values to, with these: none of bases. `list` is in its semantic
/// form; that of a union, or of what is no record, tells of none.
[[nodiscard]] llvm::SmallVector<std::pair<const clang::FieldDecl *, const clang::Expr *>, 8>
membersIn(const clang::InitListExpr *list);

[[nodiscard]] bool isStdFunction(const clang::CXXRecordDecl *record);
/// The object expression that a method is called on; null for others.
[[nodiscard]] const clang::Expr *objectOf(const clang::CallExpr *call);
/// Whether the type stands for a bit of a std::vector<bool> or std::bitset, as its `[]` returns.
[[nodiscard]] bool isBit(clang::QualType type);
/// Whether the method of a std::bitset changes it: the bit of its first argument, all without one.
[[nodiscard]] bool changesBits(const clang::FunctionDecl *method);
/// The arguments in the order of the parameters, that is, without the object of a member operator.
[[nodiscard]] llvm::ArrayRef<const clang::Expr *> argumentsOf(const clang::CallExpr *call);

} // namespace fsfind::analyzer
