#pragma once

#include "analyzer/extract/slots/Slots.h"

#include <clang/AST/Expr.h>

#include <string>

namespace fsfind::analyzer {

/// Reads the initial value of an array or container. Refuses what elements that are
/// records would not take.
void readInitialValue(Unit &unit, SlotsDraft &draft, const clang::ValueDecl *declared,
                      const clang::Expr *value);

/// Reads what a Pointer or Owner is given: an allocation, whose type changes with it, or null.
/// `holder` is the declaration. Refuses all else.
void readAllocation(Unit &unit, SlotsDraft &draft, const clang::ValueDecl *holder,
                    const clang::Expr *value);

/// `1` becomes `{1}`, or `CountsSlot{1}` with the name of a type.
void wrapInBraces(Unit &unit, SlotsDraft &draft, const clang::Expr *value, const std::string &type);

/// The expression behind implicit conversions and parentheses.
[[nodiscard]] const clang::Expr *asWritten(const clang::Expr *value);

/// Whether the expression is `sizeof` of the declaration itself.
[[nodiscard]] bool isSizeOf(const clang::Expr *expression, const clang::ValueDecl *declared);
[[nodiscard]] bool isNullPointer(const Unit &unit, const clang::Expr *value);
/// What a name or member expression declares; null for others.
[[nodiscard]] const clang::ValueDecl *namedBy(const clang::Expr *expression);

/// The same, and of a call the function that returns what is held.
[[nodiscard]] const clang::ValueDecl *holderIn(const clang::Expr *expression);

} // namespace fsfind::analyzer
