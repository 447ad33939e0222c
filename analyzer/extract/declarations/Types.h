#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// What a type is to sharing; its record and element enter the tables.
[[nodiscard]] FactType describeType(Unit &unit, clang::QualType type);
/// Bytes and alignment; 0 and 1 where the type is incomplete. What depends on a template's
/// arguments is taken to be as large as a pointer.
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t> extentOf(clang::ASTContext &context,
                                                               clang::QualType type);
/// std::atomic and its like, mutexes, containers: decided by name. Plain if nothing is known.
[[nodiscard]] TypeClass classOf(const clang::RecordDecl *decl, const ExtractOptions &options);
/// What the type's own objects are: references stripped, typedefs seen through.
[[nodiscard]] TypeClass classOf(clang::QualType type, const ExtractOptions &options);
/// The definition of the record that the type is, refers to, or has arrays of; null for others.
[[nodiscard]] const clang::RecordDecl *definitionOf(const clang::ASTContext &context,
                                                    clang::QualType type);
/// What an author wrote, as far as it is kept.
[[nodiscard]] std::string shortened(std::string text);
/// Template argument number `at` if it is a type; null otherwise.
[[nodiscard]] clang::QualType templateArgument(const clang::RecordDecl *decl, unsigned at);

} // namespace fsfind::analyzer
