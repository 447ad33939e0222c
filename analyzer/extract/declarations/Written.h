#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// How an author wrote a declaration, beside what it means.
namespace fsfind::analyzer {

/// Whether the unit's language has a word for alignment.
[[nodiscard]] bool hasAlignment(const clang::LangOptions &language);
/// Of an instance, the template that the author wrote; other records themselves.
[[nodiscard]] const clang::RecordDecl *writtenAs(const clang::RecordDecl *decl);
/// Whether the record is the project's own, and its language and kind allow an alignment to be
/// written at it. `fact` describes it.
[[nodiscard]] bool takesAlignment(const Unit &unit, const FactRecord &fact,
                                  const clang::RecordDecl *decl);
/// The file around the location; read once.
[[nodiscard]] FileText &textAround(Unit &unit, clang::SourceLocation location);

} // namespace fsfind::analyzer
