#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>

#include <optional>

namespace fsfind::analyzer {

/// Where the call of malloc or calloc is written, if a tool may turn it into one that aligns the
/// block; else all places are unknown. If the size which the call asks for follows that of the
/// elements' record, notes so in Unit::followed. `around` is the function with the call.
[[nodiscard]] FactAllocatorCall allocatorCall(Unit &unit, const clang::CallExpr *call,
                                              std::optional<RecordIndex> element,
                                              const clang::FunctionDecl *around);

} // namespace fsfind::analyzer
