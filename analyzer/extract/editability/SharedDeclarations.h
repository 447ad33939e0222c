#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <llvm/ADT/ArrayRef.h>

#include <vector>

namespace fsfind::analyzer {

/// What each of several fields or variables that one declaration declares needs to get a
/// declaration of its own, in the same order. `begin` is where the declaration begins. Empty if the
/// declaration is not simple.
[[nodiscard]] std::vector<FactSharedDeclaration>
sharedDeclarations(Unit &unit, clang::SourceLocation begin,
                   llvm::ArrayRef<const clang::DeclaratorDecl *> all);

} // namespace fsfind::analyzer
