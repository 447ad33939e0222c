#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/Basic/SourceLocation.h>

#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <string>

/// Source text around declarations and expressions, as an author wrote it.
namespace fsfind::analyzer {

/// What may lie between two tokens.
inline constexpr llvm::StringLiteral kBlank = " \t\r\n\v\f";

/// Whether the token at the location is written there: neither a macro's definition nor an
/// operator on tokens made it. An argument of a macro is written where the macro is used.
[[nodiscard]] bool isWritten(const clang::SourceManager &sources, clang::SourceLocation location);
/// The place right behind the token at the location; unknown if it is not written there.
[[nodiscard]] FactPlace placeBehind(Unit &unit, clang::SourceLocation location);
/// The place of the character at `offset` of the location's file.
[[nodiscard]] FactPlace placeAt(Unit &unit, clang::SourceLocation in, std::size_t offset);
/// The expression's first token, and the place behind its last. A use of a macro is taken whole.
/// Unknown places if there is no such text.
[[nodiscard]] FactEdit spanOf(Unit &unit, clang::SourceRange range);

/// The position behind the bracket that closes the one at `open` (any of `([{<`); npos if none
/// does.
[[nodiscard]] std::size_t behindClosing(llvm::StringRef text, std::size_t open);
/// Whether the character may be part of a name.
[[nodiscard]] bool isWordPart(char one);
/// Whether all brackets of `text` are closed in it, and none that was opened before it.
[[nodiscard]] bool isBalanced(llvm::StringRef text);

} // namespace fsfind::analyzer
