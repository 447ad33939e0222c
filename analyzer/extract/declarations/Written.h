#pragma once

#include "analyzer/extract/declarations/Unit.h"

/// How a declaration is written in the source.
namespace fsfind::analyzer {

/// Whether the language has a word for alignments, alignas or _Alignas. Without one, compilers take
/// an attribute.
[[nodiscard]] bool hasAlignment(const clang::LangOptions &language);
/// For an instance of a template the template's definition, else the record itself.
[[nodiscard]] const clang::RecordDecl *writtenAs(const clang::RecordDecl *decl);
/// Whether an alignment can be written at the record: it is spelled in a file of the project, and
/// its language and kind allow it. `fact` describes the record.
[[nodiscard]] bool takesAlignment(const Unit &unit, const FactRecord &fact,
                                  const clang::RecordDecl *decl);
/// Whether alignments can be written at its members: of such a record, or of an anonymous union.
[[nodiscard]] bool takesAlignedMembers(const Unit &unit, const FactRecord &fact,
                                       const clang::RecordDecl *decl);
/// Where the last token of a member's declaration begins, without its semicolon; of an anonymous
/// record that is its brace.
[[nodiscard]] clang::SourceLocation endOf(const clang::FieldDecl *field);
/// The text of the location's file; cached.
[[nodiscard]] FileText &textAround(Unit &unit, clang::SourceLocation location);

} // namespace fsfind::analyzer
