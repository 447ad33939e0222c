#pragma once

#include <array>
#include <cstdint>

/// What data that lie on one line would miss if each had a line of its own.
namespace fsfind {

/// Loads that would be answered by another core's modified copy if each eighth, quarter or half of
/// a line had a line of its own, in this order. One miss of a line that several data share may
/// bring several of them that others have written, for each of which there would be a miss, or
/// none.
using PartedMisses = std::array<std::uint64_t, 3>;

} // namespace fsfind
