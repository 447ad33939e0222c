#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <vector>

namespace fsfind::analyzer {

/// Describes a record, except for its key and its members' types, which may refer to this record.
[[nodiscard]] FactRecord describeRecord(Unit &unit, const clang::RecordDecl *decl);
/// The direct bases at a fixed offset, that is, not the virtual ones.
[[nodiscard]] std::vector<clang::CXXBaseSpecifier> placedBasesOf(const clang::CXXRecordDecl *decl);

} // namespace fsfind::analyzer
