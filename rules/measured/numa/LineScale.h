#pragma once

#include "rules/model/StoreEvidence.h"

namespace fsfind {

[[nodiscard]] inline bool loadsMemory(const Access &access) {
  return access.local_dram + access.remote_dram != 0;
}

/// How many lines this one represents: all contended lines are kept, of the others every n-th.
[[nodiscard]] inline std::uint64_t scaleOf(const Profile &profile, const Line &line) {
  const bool contended = line.counters.isShared() || hasStoreEvidence(line);
  return contended ? 1 : std::max<std::uint64_t>(1, profile.memory_line_step);
}

} // namespace fsfind
