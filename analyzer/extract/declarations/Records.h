#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <vector>

namespace fsfind::analyzer {

/// A record without its members' types (they may lead back to it) and without its key.
[[nodiscard]] FactRecord describeRecord(Unit &unit, const clang::RecordDecl *decl);
/// The direct bases that are subobjects at a fixed offset.
[[nodiscard]] std::vector<clang::CXXBaseSpecifier> basesOf(const clang::CXXRecordDecl *decl);

} // namespace fsfind::analyzer
