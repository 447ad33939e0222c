#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <optional>

/// Questions about a single expression, which need no context but clang's.
namespace fsfind::analyzer {

/// False for null, and for the lists in parentheses of templates' patterns, which have no type.
[[nodiscard]] inline bool isTyped(const clang::Expr *expression) {
  return expression && !expression->getType().isNull();
}
/// Through conversions, temporaries, copies, std::move, std::forward.
[[nodiscard]] const clang::Expr *stripped(const clang::Expr *expression);
/// The variable an expression names, seen through parentheses and conversions; null for others.
[[nodiscard]] const clang::VarDecl *namedVariable(const clang::Expr *expression);
/// Of `({ …; value; })` the value; null for others.
[[nodiscard]] const clang::Expr *resultOf(const clang::Expr *expression);
/// Of an integer that is known when it is compiled.
[[nodiscard]] std::optional<std::int64_t> integerOf(const clang::Expr *expression,
                                                    const clang::ASTContext &context);
/// The same number; 0 if it is not constant.
[[nodiscard]] std::uint64_t constantOf(const clang::Expr *expression,
                                       const clang::ASTContext &context);

/// The object expression that a method is called on; null for others.
[[nodiscard]] const clang::Expr *objectOf(const clang::CallExpr *call);
/// Arguments as the parameters count them: without the object of an operator that is a method.
[[nodiscard]] llvm::ArrayRef<const clang::Expr *> argumentsOf(const clang::CallExpr *call);

} // namespace fsfind::analyzer
