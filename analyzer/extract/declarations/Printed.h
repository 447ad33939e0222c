#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string>

/// What clang prints, within limits: a name can be exponentially longer than the source that makes
/// it, and code is printed at each of its levels.
namespace fsfind::analyzer {

/// The type by its name; empty if that has too many parts.
[[nodiscard]] std::string printed(clang::QualType type, const clang::PrintingPolicy &policy);
/// Whether the name, with its scopes and template arguments, has few enough parts to be printed.
[[nodiscard]] bool isPrintable(const clang::NamedDecl *decl);
/// Whether clang's USR has few enough parts.
[[nodiscard]] bool hasKey(const clang::Decl *decl);
/// The name with its scopes; without these if that has too many parts.
[[nodiscard]] std::string scopedName(const clang::NamedDecl *decl);
/// The beginning of the expression: at least `limit` bytes if it has so many, unless it is nested
/// very deeply.
[[nodiscard]] std::string beginningOf(const clang::Expr *expression,
                                      const clang::PrintingPolicy &policy, std::size_t limit);

} // namespace fsfind::analyzer
