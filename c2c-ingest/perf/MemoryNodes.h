#pragma once

#include "c2c-ingest/perf/Recording.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind::perf {

/// Which NUMA node physical memory belongs to, by the recording's MEM_TOPOLOGY (blocks that
/// Linux lists in /sys/devices/system/node/node*/memory*).
class MemoryNodes {
public:
  explicit MemoryNodes(const Features &features);

  /// None outside the known blocks, or in a block that several nodes have a part of.
  [[nodiscard]] std::optional<std::uint32_t> nodeOf(std::uint64_t physical) const;
  [[nodiscard]] bool empty() const { return runs_.empty(); }

private:
  /// Blocks [first, last] of one node.
  struct Run {
    std::uint64_t first = 0, last = 0;
    std::optional<std::uint32_t> node; ///< empty = several nodes have a part
  };

  std::uint64_t block_size_ = 0; ///< bytes
  std::vector<Run> runs_;        ///< ascending
};

} // namespace fsfind::perf
