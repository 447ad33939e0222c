#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// An alignment that is written with a macro tells that macro's value.
void noteMacro(Unit &unit, const clang::AlignedAttr *attribute);

/// The project's constant that an alignment at `location` would be written with, as short as it
/// means the same: that of the last alignment before it in the file, else a cacheline's that the
/// file mentions before it. Names are looked up from `scope`. No name if there is none, or if what
/// it means is in doubt.
[[nodiscard]] FactConstant visibleConstant(Unit &unit, const clang::DeclContext *scope,
                                           clang::SourceLocation location);
/// The same for an alignment at a record or its members.
[[nodiscard]] FactConstant constantFor(Unit &unit, const clang::RecordDecl *definition);

} // namespace fsfind::analyzer
