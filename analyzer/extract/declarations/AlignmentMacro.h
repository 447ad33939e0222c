#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// If the alignment comes from a macro whose text is this alignment and nothing else, as
/// `#define CACHE_ALIGNED __attribute__((aligned(64)))`, and parts cachelines of the target,
/// remembers how the macro is used.
void noteAlignmentMacro(Unit &unit, const clang::AlignedAttr *attribute);

/// Such a macro that was used before `location`, and that the location's file has mentioned,
/// defines, or includes the definition of; of several the one that came into use last.
/// FactConstant::name stays empty.
[[nodiscard]] FactConstant alignmentMacro(Unit &unit, clang::SourceLocation location);

} // namespace fsfind::analyzer
