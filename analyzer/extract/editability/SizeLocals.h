#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>

/// Sizes that a local holds: `size_t bytes = sizeof(struct head) + n * sizeof(struct row);`
namespace fsfind::analyzer {

/// What the local number is initialised with, if the expression names one as wide as `size_t` that
/// the function never changes, and that it uses only as the size in calls that allocate memory or
/// give it back, alone or in sums and products. Null for all others. Reads each function once.
[[nodiscard]] const clang::Expr *sizeHeld(Unit &unit, const clang::Expr *expression);

/// The expression without parentheses and conversions, but not without one to a type narrower than
/// `int`, in which a larger size might not fit.
[[nodiscard]] const clang::Expr *withoutWideCasts(const Unit &unit, const clang::Expr *size);

} // namespace fsfind::analyzer
