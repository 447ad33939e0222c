#pragma once

#include <bit>
#include <cstdint>

namespace fsfind {

/// True if `bytes` can be a line size: a power of two from 16 to 4096.
[[nodiscard]] constexpr bool isLineSize(std::uint32_t bytes) {
  constexpr std::uint32_t kSmallest = 16, kLargest = 4096;
  return bytes >= kSmallest && bytes <= kLargest && std::has_single_bit(bytes);
}

} // namespace fsfind
