#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "rules/model/Facts.h"

namespace clang {
class ASTContext;
}

/// From clang's syntax tree to facts. This folder is compiled once for each LLVM release that a
/// plugin is built for.
namespace fsfind::analyzer {

/// Returns the facts of the translation unit. Function bodies in system headers are skipped. The
/// tree may have errors; what clang could parse is used.
[[nodiscard]] Facts extractFacts(clang::ASTContext &context, const ExtractOptions &options);

} // namespace fsfind::analyzer
