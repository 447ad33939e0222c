#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Stmt.h>

#include <string>

/// How a loop is left, and what it calls on the way.
namespace fsfind::analyzer {

struct LoopShape {
  /// Why code right behind the loop may not run after it, as a clause; empty = it does.
  std::string obstacle;
  bool calls = false;  ///< FactSum::calls
  bool throws = false; ///< FactSum::throws
};

[[nodiscard]] LoopShape shapeOf(const Unit &unit, const clang::Stmt *loop);

/// Of the standard library of C++, methods included.
[[nodiscard]] bool isStandard(const clang::Decl *decl);
[[nodiscard]] bool isLoopStatement(const clang::Stmt *statement);
[[nodiscard]] const clang::Stmt *bodyOfLoop(const clang::Stmt *loop);

} // namespace fsfind::analyzer
