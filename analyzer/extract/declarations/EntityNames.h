#pragma once

#include <clang/AST/Decl.h>

#include <string>

/// What clang's entities are called, and how they are known in other units.
namespace fsfind::analyzer {

/// clang's USR; empty where it has none.
[[nodiscard]] std::string usr(const clang::Decl *decl);
/// Qualified, without template arguments; empty for what has no plain name.
[[nodiscard]] std::string nameOf(const clang::FunctionDecl *function);
/// Without what it is a member of.
[[nodiscard]] std::string plainName(const clang::NamedDecl *decl);
[[nodiscard]] std::string qualifiedName(const clang::NamedDecl *decl);
/// What has no name is called by where it is, without folders, which depend on who compiled it:
/// `unnamed struct at queue.c:4`.
[[nodiscard]] std::string recordName(const clang::RecordDecl *decl);

} // namespace fsfind::analyzer
