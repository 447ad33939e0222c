#pragma once

#include "c2c-ingest/typing/FlowGraph.h"

#include <cstdint>
#include <vector>

namespace fsfind::clock {

/// Instructions of the longest loop that may be one that only waits. Those of locks have three to
/// ten; what is longer does some work between its looks.
inline constexpr std::uint32_t kLongestWait = 24;

/// The blocks of the shortest loop through a block that loads from memory, if all that it does is
/// wait for what it loads to change, as that of a spinning lock: it calls nothing and stores
/// nothing, but for exchanges with what it waits for, and computes nothing from one round to the
/// next but counts. Empty if there is none.
[[nodiscard]] std::vector<std::uint32_t> waitingLoop(const typing::FlowGraph &graph,
                                                     std::uint32_t block);

/// The registers that these blocks write; bit r: register r.
[[nodiscard]] std::uint64_t writtenBy(const typing::FlowGraph &graph,
                                      const std::vector<std::uint32_t> &blocks);

} // namespace fsfind::clock
