#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <llvm/ADT/SmallVector.h>

#include <string>

namespace fsfind::analyzer {

/// Bounds of an array as its declaration words them, outermost first; clang's types keep numbers
/// only. `long slots[MAX_THREADS][2 * N]`, `std::array<long, MAX_THREADS>`. Empty: no array, or a
/// number is all it says.
[[nodiscard]] llvm::SmallVector<std::string, 2> writtenExtents(const Unit &unit,
                                                               const clang::DeclaratorDecl *decl);

} // namespace fsfind::analyzer
