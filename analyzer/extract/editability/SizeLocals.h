#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>

/// Sizes that a local holds: `size_t bytes = sizeof(struct head) + n * sizeof(struct row);`
namespace fsfind::analyzer {

/// What the local number is initialised with, if the expression names one that the function never
/// changes, and that it uses only to ask for memory and to give it back (takesMemoryBySize), alone
/// or in sums and products. Null for all others. Reads each function once.
[[nodiscard]] const clang::Expr *sizeHeld(Unit &unit, const clang::Expr *expression);

} // namespace fsfind::analyzer
