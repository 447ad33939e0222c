#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fsfind::cli {

/// What a piece of text means; the escape sequence follows from it.
enum class Style : std::uint8_t {
  Plain,
  Heading,
  Dim,
  Load,    ///< blue
  Store,   ///< red
  Both,    ///< magenta
  Hitm,    ///< yellow
  Good,    ///< green
  Bad,     ///< bold red
  Warning, ///< bold yellow
};

/// The "select graphic rendition" sequence (ECMA-48) that starts a style; empty for Plain.
[[nodiscard]] std::string_view styleSequence(Style style);

/// `text` in a style, or unchanged if `color` is false.
[[nodiscard]] std::string paint(Style style, std::string_view text, bool color);

} // namespace fsfind::cli
