#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Places in texts as editors count them (LSP 3.17, Position): lines from 0, which end with \n,
/// \r\n or \r, and in a line code units of the encoding that was agreed on, from 0.
namespace fsfind::lsp {

enum class Encoding : std::uint8_t { Utf16, Utf8 };

struct Position {
  std::uint32_t line = 0, character = 0;
  auto operator<=>(const Position &) const = default;
};

/// Code units of a text without line ends. A byte that is not UTF-8 counts as one.
[[nodiscard]] std::uint32_t unitsOf(std::string_view text, Encoding encoding);

/// The number of bytes that the first `units` code units of a line take; the whole line if it has
/// fewer. What follows the line's end does not count. A character of two units is taken whole only.
[[nodiscard]] std::size_t bytesOf(std::string_view line, std::uint32_t units, Encoding encoding);

/// A line, without its end; empty if there is none.
[[nodiscard]] std::string_view lineOf(std::string_view text, std::uint32_t line);

/// Bytes before the position; positions behind a line's end are at its end, and those behind the
/// last line at the text's end.
[[nodiscard]] std::size_t offsetOf(std::string_view text, Position position, Encoding encoding);

/// The number of line ends.
[[nodiscard]] std::uint32_t lineEnds(std::string_view text);

/// The identifier of C or C++ that the byte is in or behind; empty if there is none.
struct Word {
  std::size_t begin = 0; ///< byte of the line
  std::string_view text;
};
[[nodiscard]] Word wordAt(std::string_view line, std::size_t byte);

} // namespace fsfind::lsp
