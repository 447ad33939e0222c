#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::cli {

/// Text for files, whose bytes must not depend on the locale: it is counted by characters, each one
/// code point of Unicode, where a terminal's is counted by columns (Text.h). Marks without a width
/// count as well, and so does each byte that is no UTF-8, so that a limit bounds the bytes: at most
/// four a character.
[[nodiscard]] std::size_t characterCount(std::string_view text);

/// The first `count` characters.
[[nodiscard]] std::string firstCharacters(std::string_view text, std::size_t count);

/// At most `count` characters: the middle is left out, with `…` for it.
[[nodiscard]] std::string withoutMiddle(std::string_view text, std::size_t count);

/// How much room a text takes: characterCount() or displayWidth().
using Room = std::size_t (*)(std::string_view text);

/// Breaks at blanks into lines that take at most `most`; a longer word stays whole.
[[nodiscard]] std::vector<std::string> wrappedBy(Room room, std::string_view text,
                                                 std::size_t most);

/// How text is counted and cut.
struct Measure {
  Room room;
  std::string (*first)(std::string_view text, std::size_t most);
  std::string (*middleLeftOut)(std::string_view text, std::size_t most, bool utf8);
};
extern const Measure kByColumns;    ///< for terminals
extern const Measure kByCharacters; ///< for files; they are UTF-8

} // namespace fsfind::cli
