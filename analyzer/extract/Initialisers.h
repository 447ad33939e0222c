#pragma once

#include <clang/AST/Decl.h>

namespace fsfind::analyzer {

/// Whether a variable's initial value is other than zeros, so that it lies in .data, not in .bss.
/// Values too large to look at, or computed when the program starts, count as zeros do (.bss).
[[nodiscard]] bool isInitialised(const clang::VarDecl *variable);

} // namespace fsfind::analyzer
