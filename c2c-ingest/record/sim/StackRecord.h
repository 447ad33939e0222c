#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace fsfind::record::sim {

/// A stack as perf::StackSight tells of it.
struct StackRecord {
  std::uint64_t pointer = 0, returns = 0, frame = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> words = {}; ///< address, value
  bool operator==(const StackRecord &) const = default;
};

} // namespace fsfind::record::sim
