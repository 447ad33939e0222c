#pragma once

#include <cctype>
#include <cstddef>
#include <string_view>

namespace fsfind {

/// What a search in a text gives that finds nothing.
inline constexpr std::size_t kNone = std::string_view::npos;

[[nodiscard]] inline bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

} // namespace fsfind
