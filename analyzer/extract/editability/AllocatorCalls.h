#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>

namespace fsfind::analyzer {

/// Where the call of malloc or calloc is written, if a tool may turn it into one that aligns
/// objects of the record; else all places are unknown. Notes in Unit::followed that the size which
/// the call asks for follows the record's. `around` is the function with the call.
[[nodiscard]] FactAllocatorCall allocatorCall(Unit &unit, const clang::CallExpr *call,
                                              RecordIndex element,
                                              const clang::FunctionDecl *around);

} // namespace fsfind::analyzer
