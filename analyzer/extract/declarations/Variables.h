#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// Describes a variable, except for its key. `decl` is its first declaration.
[[nodiscard]] FactVariable describeVariable(Unit &unit, const clang::VarDecl *decl);

} // namespace fsfind::analyzer
