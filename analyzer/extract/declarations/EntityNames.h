#pragma once

#include <clang/AST/Decl.h>

#include <string>

/// Names of clang's entities, and the keys by which other units know them.
namespace fsfind::analyzer {

/// clang's USR; empty if there is none, or if it would be very much longer than the source.
[[nodiscard]] std::string usr(const clang::Decl *decl);
/// Qualified, without template arguments; empty if the function has no plain name.
[[nodiscard]] std::string nameOf(const clang::FunctionDecl *function);
/// Without scope.
[[nodiscard]] std::string plainName(const clang::NamedDecl *decl);
[[nodiscard]] std::string qualifiedName(const clang::NamedDecl *decl);
/// A record without a name is called by its place: `unnamed struct at queue.c:4`. The folder is
/// left out, because it depends on the machine.
[[nodiscard]] std::string recordName(const clang::RecordDecl *decl);

} // namespace fsfind::analyzer
