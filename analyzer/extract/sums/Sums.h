#pragma once

#include "analyzer/extract/declarations/Unit.h"
#include "analyzer/extract/flow/LocalFlow.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <functional>
#include <vector>

namespace fsfind::analyzer {

/// The object that an lvalue denotes in the function which is read.
using ObjectOf = std::function<Designator(const clang::Expr *lvalue)>;

/// The loops of one body that accumulate in a number which outlives them. Of each number and loop
/// nest there is the outermost loop that can be edited; if none can, the innermost, with what
/// forbids it. `function` is the one whose body it is, for a region the one around it, and `flow`
/// that of the whole function. Bodies of lambdas and parallel regions inside
/// are bodies of their own. Requires that NumberUses has read the function.
[[nodiscard]] std::vector<FactSum> sumsIn(Unit &unit, const LocalFlow &flow,
                                          const clang::FunctionDecl *function,
                                          const clang::Stmt *body, const ObjectOf &object);

} // namespace fsfind::analyzer
