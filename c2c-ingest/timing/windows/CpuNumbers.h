#pragma once

#include <cstdint>

/// Windows numbers CPUs within groups of at most 64; fsfind counts on through the groups.
namespace fsfind::timing {

inline constexpr std::uint32_t kCpusOfGroup = 64;

[[nodiscard]] constexpr std::uint32_t cpuNumber(std::uint32_t group, std::uint32_t within) {
  return group * kCpusOfGroup + within;
}

} // namespace fsfind::timing
