#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <llvm/ADT/SmallVector.h>

#include <string>

namespace fsfind::analyzer {

/// The bounds of an array as its declaration spells them, outermost first, because clang's types
/// keep only numbers: `long slots[MAX_THREADS][2 * N]`, `std::array<long, MAX_THREADS>`. Empty if
/// it is no array, or if all bounds are plain numbers.
[[nodiscard]] llvm::SmallVector<std::string, 2> writtenExtents(const Unit &unit,
                                                               const clang::DeclaratorDecl *decl);

} // namespace fsfind::analyzer
