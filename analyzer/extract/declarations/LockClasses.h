#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"

#include <clang/AST/Decl.h>

#include <llvm/ADT/StringRef.h>

namespace fsfind::analyzer {

/// A project's own spinlock or latch, by how it is made: a few numbers or atomics and nothing else,
/// and methods that lock and unlock, or, in C, a lock's name.
[[nodiscard]] bool isLockClass(const clang::RecordDecl *decl, llvm::StringRef name,
                               const ExtractOptions &options);

} // namespace fsfind::analyzer
