#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

/// What calls and pointers tell of the storage that they give or are given.
namespace fsfind::analyzer {

/// Fills, copies, prints: what it is given the size of stays where it is.
[[nodiscard]] bool takesSizesOnly(const clang::CallExpr *call);
/// memset and its like.
[[nodiscard]] bool fillsWithOneValue(const clang::CallExpr *call);
/// An allocator that is known to begin with a cacheline.
[[nodiscard]] bool givesAlignedMemory(const clang::CallExpr *call,
                                      const clang::ASTContext &context);
/// std::make_shared and its like.
[[nodiscard]] bool makesOnHeap(const clang::FunctionDecl *callee);
/// std::array, std::pair, …: objects are parts of it.
[[nodiscard]] bool holdsInPlace(const clang::RecordDecl *library);
/// A `void *` that was a pointer to an object before: a callback's argument, a member. `made` is
/// the pointer's type that is made of it.
[[nodiscard]] bool isKeptPointer(const clang::Expr *pointer, clang::QualType made,
                                 const clang::ASTContext &context);

} // namespace fsfind::analyzer
