#pragma once

#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/Facts.h"

#include <string>

namespace clang {
class ASTContext;
}

/// From clang's syntax tree to facts. This folder is compiled once for each LLVM release that a
/// plugin is built for.
namespace fsfind::analyzer {

/// Returns the facts of the translation unit. Function bodies in system headers are skipped. The
/// tree may have errors; what clang could parse is used.
///
/// `variant` tells compilations of one file apart that define other macros: the functions internal
/// to each are different ones.
[[nodiscard]] Facts extractFacts(clang::ASTContext &context, const Knowledge &known,
                                 std::string variant = {});

} // namespace fsfind::analyzer
