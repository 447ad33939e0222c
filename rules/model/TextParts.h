#pragma once

#include <string>
#include <string_view>

namespace fsfind {

/// The text without the blanks around it.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text,
                                                 std::string_view blanks = " \t\r") {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// A path without its folders.
[[nodiscard]] inline std::string baseName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

/// Takes the text up to the first `end`, or all, and leaves what follows it.
constexpr std::string_view takeUntil(std::string_view &text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view first = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return first;
}

} // namespace fsfind
