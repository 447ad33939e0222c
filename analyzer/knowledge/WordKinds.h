#pragma once

#include "analyzer/knowledge/Line.h"
#include "analyzer/knowledge/Meanings.h"
#include "rules/model/NameWords.h"

#include <optional>
#include <string_view>

/// The kinds of lines about parts of names, and what such parts suggest.
namespace fsfind::analyzer {

/// Lines of this kind are about letters in names of what is not known.
inline constexpr std::string_view kWordKind = "word";
/// About words in names, whatever has the name.
inline constexpr std::string_view kNameWordKind = "name-word";
/// About two words for the ends of one thing.
inline constexpr std::string_view kOppositesKind = "opposites";

/// What a line of kind `word` says of its part of a name.
[[nodiscard]] std::optional<Wrong> readWord(const Line &line, Words &suggested);
/// Adds what a line of kind `name-word` says.
[[nodiscard]] std::optional<Wrong> readNameWord(const Line &line, NameWords &words);
/// Adds what a line of kind `opposites` says.
[[nodiscard]] std::optional<Wrong> readOpposites(const Line &line, NameWords &words);

} // namespace fsfind::analyzer
