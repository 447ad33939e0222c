#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace fsfind::record {

/// The text as one word of a POSIX shell's command line, quoted only where it must be.
[[nodiscard]] inline std::string shellWord(std::string_view text) {
  constexpr std::string_view kPlain = "_-./,:+=@%";
  const bool plain = std::all_of(text.begin(), text.end(), [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != kPlain.npos;
  });
  if (plain && !text.empty())
    return std::string(text);
  std::string word = "'";
  for (const char c : text)
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

} // namespace fsfind::record
