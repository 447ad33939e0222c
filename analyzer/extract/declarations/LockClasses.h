#pragma once

#include "analyzer/knowledge/Knowledge.h"

#include <clang/AST/Decl.h>

#include <llvm/ADT/StringRef.h>

namespace fsfind::analyzer {

/// Whether the record is a project's own spinlock or latch: its members are only a few numbers or
/// atomics, and it has methods that lock and unlock or is named like a lock.
[[nodiscard]] bool isLockClass(const clang::RecordDecl *decl, llvm::StringRef name,
                               const Knowledge &known);

} // namespace fsfind::analyzer
