#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// What matters of a type for sharing; its record and element type enter the tables.
[[nodiscard]] FactType describeType(Unit &unit, clang::QualType type);
/// Size and alignment in bytes; 0 and 1 if the type is incomplete. A type that depends on template
/// arguments is taken to be as large as a pointer.
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t> extentOf(const clang::ASTContext &context,
                                                               clang::QualType type);
/// The class of a record by its name: atomics, locks, containers and so on. Plain if the name is
/// not known.
[[nodiscard]] TypeClass classOf(const clang::RecordDecl *decl, const Knowledge &known);
/// The class of the type's own objects, through references and typedefs.
[[nodiscard]] TypeClass classOf(clang::QualType type, const Knowledge &known);
/// The definition of the record that the type names, through references and arrays; null for other
/// types.
[[nodiscard]] const clang::RecordDecl *definitionOf(const clang::ASTContext &context,
                                                    clang::QualType type);
/// Source text cut to the length that facts keep.
[[nodiscard]] std::string shortened(std::string text);
/// The template argument at this position if it is a type; null otherwise.
[[nodiscard]] clang::QualType templateArgument(const clang::RecordDecl *decl, unsigned at);

} // namespace fsfind::analyzer
