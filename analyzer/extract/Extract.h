#pragma once

#include "rules/model/Facts.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

/// From clang's syntax tree to facts. Everything here is compiled once for each LLVM release that a
/// plugin is built for; nothing outside this room includes clang.
namespace fsfind::analyzer {

/// What a project can tell about itself. Names are qualified (`ns::Class::method`) or plain; a
/// plain one fits in any scope.
struct ExtractOptions {
  std::vector<std::string>
      thread_starters;                 ///< functions whose callable argument another thread runs
  std::vector<std::string> thread_ids; ///< functions that return the caller's own number
  std::vector<std::string> lock_types; ///< types that are locks
  std::vector<std::string> cacheline_constants; ///< macros or constants of the cacheline's size
};

/// Facts of the translation unit. Functions of system headers are not looked into. The tree may
/// have errors; what could be parsed counts.
[[nodiscard]] Facts extractFacts(clang::ASTContext &context, const ExtractOptions &options);

} // namespace fsfind::analyzer
