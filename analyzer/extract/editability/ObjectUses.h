#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// Where a record's objects lie, and code that relies on their size (Unit::objects).
namespace fsfind::analyzer {

/// Notes what the expression itself tells, without its parts. Must be called for an expression
/// before its parts.
void noteObjectUse(Unit &unit, const clang::Expr *expression);

/// Notes that a function becomes a pointer, to be called or otherwise. Other expressions tell
/// nothing.
void noteFunctionNamed(Unit &unit, const clang::Expr *pointer);

/// Writes what was noted into the facts. Records of the project that are not in the facts yet enter
/// them.
void settleObjects(Unit &unit);

} // namespace fsfind::analyzer
