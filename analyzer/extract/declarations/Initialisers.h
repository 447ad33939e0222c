#pragma once

#include <clang/AST/Decl.h>

namespace fsfind::analyzer {

/// Whether a variable's initial value is not all zeros, so that it lies in .data, not in .bss. A
/// value computed at run time counts as zeros; a large variable with an initialiser counts as not
/// zero, unevaluated.
[[nodiscard]] bool isInitialised(const clang::VarDecl *variable);

/// Whether the type's default constructor leaves an object's memory unwritten.
[[nodiscard]] bool leavesMembers(clang::QualType type);
/// Whether an empty constructor is written for that purpose, `Vector() {}`: then memory stays
/// unwritten even where value-initialisation would write zeros.
[[nodiscard]] bool idlesByDesign(clang::QualType type);

} // namespace fsfind::analyzer
