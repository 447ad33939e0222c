#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// alignas and aligned on the declaration itself, in bytes; 0 = none, or dependent.
[[nodiscard]] std::uint64_t declaredAlignment(clang::ASTContext &context, const clang::Decl *decl);

/// Of the declaration itself: which constants of the project's own it is spelt with.
void noteAlignments(Unit &unit, const clang::Decl *decl);

/// What the source says about a record's alignment beyond the number: whether it is the
/// constructive size, whether words of alignment stand at it that have no effect, and which
/// constant of the project's own it is spelt with.
void noteAlignment(Unit &unit, FactRecord &fact, const clang::RecordDecl *decl);

/// Whether words of alignment or padding stand in the record or at it, with effect or without.
[[nodiscard]] bool tellsOfAlignment(const Unit &unit, const clang::RecordDecl *decl);

} // namespace fsfind::analyzer
