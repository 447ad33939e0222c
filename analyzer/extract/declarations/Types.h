#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// What a type is to sharing; its record and element enter the tables.
[[nodiscard]] FactType describeType(Unit &unit, clang::QualType type);
/// A record without its members' types (they may lead back to it) and without its key.
[[nodiscard]] FactRecord describeRecord(Unit &unit, const clang::RecordDecl *decl);

/// The direct bases that are subobjects at a fixed offset.
[[nodiscard]] std::vector<clang::CXXBaseSpecifier> basesOf(const clang::CXXRecordDecl *decl);
/// std::atomic and its like, mutexes, containers: decided by name. Plain if nothing is known.
[[nodiscard]] TypeClass classOf(const clang::RecordDecl *decl, const ExtractOptions &options);
/// What the type's own objects are: references stripped, typedefs seen through.
[[nodiscard]] TypeClass classOf(clang::QualType type, const ExtractOptions &options);
/// What an author wrote, as far as it is kept.
[[nodiscard]] std::string shortened(std::string text);
/// Template argument number `at` if it is a type; null otherwise.
[[nodiscard]] clang::QualType templateArgument(const clang::RecordDecl *decl, unsigned at);

} // namespace fsfind::analyzer
