#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fsfind {

/// Bytes of the longest name or path that is kept of what strangers wrote (PATH_MAX). Names are
/// copied to whatever they name, so that one of a megabyte would fill any memory.
inline constexpr std::size_t kLongestName = 4096;

[[nodiscard]] inline std::string_view upToLongest(std::string_view name) {
  return name.substr(0, kLongestName);
}

[[nodiscard]] inline std::string upToLongest(std::string &&name) {
  if (name.size() > kLongestName)
    name.resize(kLongestName);
  return std::move(name);
}

} // namespace fsfind
