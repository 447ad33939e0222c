#pragma once

#include "analyzer/extract/declarations/Unit.h"
#include "analyzer/extract/flow/Accumulations.h"
#include "analyzer/extract/flow/LocalFlow.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// Whether an lvalue in a loop denotes the same object before, in and after all of the loop, as far
/// as the unit shows; other units may change what it is reached by.
class SumPath {
public:
  /// `steady` may be shared by all paths of a unit: it remembers what loops change.
  SumPath(Unit &unit, const LocalFlow &flow, const clang::Stmt *loop, SteadyObjects &steady)
      : unit_(unit), flow_(flow), loop_(loop), steady_(steady) {}

  [[nodiscard]] bool isFixed(const clang::Expr *object);
  /// FactSum::way, of what isFixed() was asked for.
  [[nodiscard]] const std::vector<std::string> &way() const { return way_; }
  /// The object may not exist where no round of the loop uses it.
  [[nodiscard]] bool mayDangle() const { return through_pointer_; }

private:
  [[nodiscard]] bool isFixedObject(const clang::Expr *lvalue);
  [[nodiscard]] bool isFixedValue(const clang::Expr *expression);
  [[nodiscard]] bool isFixedVariable(const clang::DeclRefExpr *name);
  [[nodiscard]] bool isFixedLocal(const clang::DeclRefExpr *name, const clang::VarDecl *variable);
  [[nodiscard]] bool isMadeInLoop(const clang::VarDecl *variable) const;

  Unit &unit_;
  const LocalFlow &flow_;
  const clang::Stmt *loop_;
  SteadyObjects &steady_;
  std::vector<std::string> way_;
  bool through_pointer_ = false;
};

} // namespace fsfind::analyzer
