#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// An alignment that is written with a macro tells that macro's value.
void noteMacro(Unit &unit, const clang::AlignedAttr *attribute);

/// What `name`, qualified or not, means where it would be written: a macro that an alignment before
/// `location` used, or in C++ a constant that is looked up from `scope`. No name if it means
/// nothing there, or if that is in doubt.
[[nodiscard]] FactConstant constantNamed(Unit &unit, llvm::StringRef name,
                                         const clang::DeclContext *scope,
                                         clang::SourceLocation location);

} // namespace fsfind::analyzer
