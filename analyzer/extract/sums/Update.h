#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>

#include <optional>

namespace fsfind::analyzer {

/// A statement that changes a number by an accumulation whose result nobody uses.
struct Update {
  const clang::Expr *whole = nullptr;
  const clang::Expr *object = nullptr; ///< an lvalue
  const clang::Expr *amount = nullptr; ///< null for ++ and --
  Accumulation how = Accumulation::None;
  bool subtracts = false;
  bool atomic = false;
  /// Why a local cannot take the changes, as a clause; empty = it can, as far as the statement
  /// itself shows.
  std::string obstacle;
};

/// Of an expression that is a statement; none if it is no such update.
[[nodiscard]] std::optional<Update> updateBy(Unit &unit, const clang::Expr *statement);

/// The type of the number in a plain or atomic lvalue, as the author would write it; null if it is
/// no number.
[[nodiscard]] clang::QualType numberIn(const clang::Expr *object);

} // namespace fsfind::analyzer
