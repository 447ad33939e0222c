#pragma once

#include "rules/remedy/written/EditWritten.h"
#include "rules/remedy/written/RecordText.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the languages' edits are made of.
namespace fsfind::written {

/// A declaration, and the file that has it.
struct Found {
  const SourceText *source = nullptr;
  RecordText record;
};

[[nodiscard]] WrittenEdits none(std::string why);

[[nodiscard]] Edit insertion(const SourceText &source, std::size_t at, std::string text);

/// The space that the line begins with, up to `at`; none if other text does.
[[nodiscard]] std::optional<std::string> indentation(std::string_view text, std::size_t at);

/// The newline that the file's first line ends with.
[[nodiscard]] std::string_view newlineOf(std::string_view text);

/// Rust: alignment of the record, or of members by a wrapper that the file uses.
[[nodiscard]] WrittenEdits rustEdits(const Finding &finding, const Advice &advice,
                                     const Found &found, const std::vector<SourceText> &texts,
                                     const Machine &machine);

/// Rust: a wrapper, on lines of its own, for each element of a static array that only this file
/// uses, and only by its elements. It dereferences to the element, so that uses stay as they are.
[[nodiscard]] WrittenEdits rustStaticEdits(std::string_view name,
                                           const std::vector<SourceText> &texts,
                                           const Machine &machine);

/// Rust: a wrapper around the value of each of these statics, that lie on one line: one that is
/// there, or else one that dereferences to it, so that uses stay as they are.
[[nodiscard]] WrittenEdits rustNeighbourEdits(const std::vector<std::string_view> &names,
                                              const std::vector<SourceText> &texts,
                                              const Machine &machine);

/// Go: padding, as the package writes it.
[[nodiscard]] WrittenEdits goEdits(const Finding &finding, const Advice &advice, const Found &found,
                                   const std::vector<SourceText> &texts, const Machine &machine);

} // namespace fsfind::written
