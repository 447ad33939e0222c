#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

namespace fsfind::analyzer {

/// What the call waits for, by what the name of its callee means; `body` is the function around it.
/// None for functions that the unit defines: these are read themselves.
[[nodiscard]] FactWait waitAt(Unit &unit, const clang::CallExpr *call, const clang::Stmt *body);

/// Of two waits the one by which code runs more rarely.
[[nodiscard]] FactWait longer(FactWait a, FactWait b);

} // namespace fsfind::analyzer
