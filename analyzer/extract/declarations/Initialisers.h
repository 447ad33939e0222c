#pragma once

#include <clang/AST/Decl.h>

namespace fsfind::analyzer {

/// Whether a variable's initial value is other than zeros, so that it lies in .data, not in .bss.
/// Values too large to look at, or computed when the program starts, count as zeros do (.bss).
[[nodiscard]] bool isInitialised(const clang::VarDecl *variable);

/// Whether its default constructor leaves the memory of an object as it is.
[[nodiscard]] bool leavesMembers(clang::QualType type);
/// `Vector() {}`: written to do so, also where another type would be filled with zeros.
[[nodiscard]] bool idlesByDesign(clang::QualType type);

} // namespace fsfind::analyzer
