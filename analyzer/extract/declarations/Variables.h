#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// A variable without its key. `decl` is its first declaration; the definition is looked for.
[[nodiscard]] FactVariable describeVariable(Unit &unit, const clang::VarDecl *decl);

} // namespace fsfind::analyzer
