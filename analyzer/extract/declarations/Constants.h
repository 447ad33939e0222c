#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// If the alignment is written with a macro, remembers that macro's value.
void noteMacro(Unit &unit, const clang::AlignedAttr *attribute);

/// The project's constant to write an alignment with at `location`: the one of the last alignment
/// before it in the file, else a cacheline constant that the file mentions before it. The name is
/// the shortest that means the same when it is looked up from `scope`; empty if there is none or
/// its meaning is in doubt.
[[nodiscard]] FactConstant visibleConstant(Unit &unit, const clang::DeclContext *scope,
                                           clang::SourceLocation location);
/// The same for an alignment of a record or of its members.
[[nodiscard]] FactConstant constantFor(Unit &unit, const clang::RecordDecl *definition);

} // namespace fsfind::analyzer
