#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace fsfind {

/// Whether the byte goes on with a character of UTF-8 that began before it.
[[nodiscard]] inline bool continuesCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The begin of the character of UTF-8 that has the byte; of what is no UTF-8 three bytes before at
/// most.
[[nodiscard]] inline std::size_t beginOfCharacter(std::string_view text, std::size_t byte) {
  constexpr std::size_t kLongestTail = 3;
  const std::size_t least = byte - std::min(byte, kLongestTail);
  std::size_t at = byte;
  while (at > least && continuesCharacter(text[at]))
    --at;
  return at;
}

} // namespace fsfind
