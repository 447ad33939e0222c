#pragma once

#include "analyzer/knowledge/Line.h"
#include "analyzer/knowledge/Meanings.h"

#include <optional>
#include <string_view>

/// The kinds of lines, and the properties of each.
namespace fsfind::analyzer {

/// Lines of this kind are about parts of names, for names that are not known.
inline constexpr std::string_view kWordKind = "word";

/// What a line says of its name. The line is of another kind than `word`.
[[nodiscard]] std::optional<Wrong> readMeaning(const Line &line, Meaning &meaning);
/// What a line of kind `word` says of its part of a name.
[[nodiscard]] std::optional<Wrong> readWord(const Line &line, Words &suggested);

} // namespace fsfind::analyzer
