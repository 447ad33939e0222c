#pragma once

#include "analyzer/extract/declarations/Unit.h"

namespace fsfind::analyzer {

/// The alignment written at the declaration itself (alignas, aligned), in bytes; 0 if there is none
/// or it depends on template arguments.
[[nodiscard]] std::uint64_t declaredAlignment(const clang::ASTContext &context,
                                              const clang::Decl *decl);

/// Notes the project's cacheline constants in the alignments at the declaration itself.
void noteAlignments(Unit &unit, const clang::Decl *decl);

/// Notes what the source says about a record's alignment beyond the number: whether it is the
/// constructive interference size, whether the declaration contains a word for alignment without
/// effect, and by which constant of the project it is written.
void noteAlignment(Unit &unit, FactRecord &fact, const clang::RecordDecl *decl);

/// Whether the record has padding, or a word for alignment with or without effect.
[[nodiscard]] bool tellsOfAlignment(const Unit &unit, const clang::RecordDecl *decl);

} // namespace fsfind::analyzer
