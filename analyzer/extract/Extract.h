#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "rules/model/Facts.h"

namespace clang {
class ASTContext;
}

/// From clang's syntax tree to facts. Everything here is compiled once for each LLVM release that a
/// plugin is built for; nothing outside this room includes clang.
namespace fsfind::analyzer {

/// Facts of the translation unit. Functions of system headers are not looked into. The tree may
/// have errors; what could be parsed counts.
[[nodiscard]] Facts extractFacts(clang::ASTContext &context, const ExtractOptions &options);

} // namespace fsfind::analyzer
