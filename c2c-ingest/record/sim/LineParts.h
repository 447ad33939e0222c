#pragma once

#include "c2c-ingest/record/layout/SimulatedWord.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fsfind::record::sim {

/// A line's bytes, one bit each; of lines above 64 bytes, a bit stands for several.
using ByteMask = std::uint64_t;

/// Some of a line's eighths (bits 0 to 7), quarters (8 to 11) and halves (12 and 13).
using LineParts = std::uint16_t;

/// The bits of the eighths, quarters and halves.
inline constexpr std::array<LineParts, 3> kPartWidths = {0x00ff, 0x0f00, 0x3000};

/// Those that have one of these bytes.
constexpr LineParts partsWith(ByteMask bytes) {
  unsigned parts = 0;
  for (unsigned eighth = 0; eighth < 8; ++eighth)
    if ((bytes >> (8 * eighth) & 0xff) != 0)
      parts |= 1U << eighth | 1U << (8 + eighth / 2) | 1U << (12 + eighth / 4);
  return static_cast<LineParts>(parts);
}

/// An access that missed these parts missed once where each eighth has a line, and so on.
constexpr void count(LineParts missed, PartedMisses &misses) {
  for (std::size_t i = 0; i < misses.size(); ++i)
    misses[i] += (missed & kPartWidths[i]) != 0;
}

} // namespace fsfind::record::sim
