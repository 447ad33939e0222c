#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>

/// What calls and pointers tell about the memory that they return or are given.
namespace fsfind::analyzer {

/// Whether the call prints or streams its arguments.
[[nodiscard]] bool tellsSizes(const clang::CallExpr *call);
/// Whether the call fills or copies memory, so that a size among its arguments allocates nothing.
[[nodiscard]] bool fillsMemory(const Unit &unit, const clang::CallExpr *call);
/// Whether it is memset or a similar function.
[[nodiscard]] bool fillsWithOneValue(const Unit &unit, const clang::CallExpr *call);
/// Whether the allocator's call maps a file or object, or may do so: not if the file is the
/// constant -1, as it is for mmap with MAP_ANONYMOUS.
[[nodiscard]] bool mapsFile(const Unit &unit, const clang::CallExpr *call,
                            const Allocator &allocator);
/// Whether the call is an allocator whose memory is known to begin with a cacheline.
[[nodiscard]] bool givesAlignedMemory(const Unit &unit, const clang::CallExpr *call);
/// Whether it is std::make_shared or a similar function.
[[nodiscard]] bool makesOnHeap(const clang::FunctionDecl *callee);
/// Whether the library class contains its objects, as std::array and std::pair do.
[[nodiscard]] bool holdsInPlace(const clang::RecordDecl *library);
/// Whether a `void *` was a pointer to an object before, such as a callback's argument or a member,
/// or comes from an allocator with aligned memory. `made` is the type that it is converted to.
[[nodiscard]] bool isKeptPointer(const Unit &unit, const clang::Expr *pointer,
                                 clang::QualType made);

} // namespace fsfind::analyzer
