#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// Describes a function, except for its key and its body.
[[nodiscard]] FactFunction describeFunction(Unit &unit, const clang::FunctionDecl *decl);
/// The innermost function around the declaration; null if there is none.
[[nodiscard]] const clang::FunctionDecl *functionAround(const clang::Decl *decl);

} // namespace fsfind::analyzer
