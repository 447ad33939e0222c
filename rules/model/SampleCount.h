#pragma once

#include "rules/model/Profile.h"

namespace fsfind {

/// The recording's samples that count at the access. A sample of a clock tells of several accesses,
/// and counts at the one that it waited for.
[[nodiscard]] inline std::uint64_t samplesOf(const Source &source, const Access &access) {
  return source.by_clock ? access.contended + access.l1_miss : access.count;
}

} // namespace fsfind
