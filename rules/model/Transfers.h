#pragma once

#include <cstdint>

namespace fsfind {

/// The most that simulation counts of a line's transfers; so many may be more.
inline constexpr std::uint64_t kMostTransfers = std::uint64_t{1} << 14;

} // namespace fsfind
