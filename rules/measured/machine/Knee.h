#pragma once

#include "rules/model/MachineMap.h"

#include <optional>

namespace fsfind {

/// How many threads of a node suffice for the bandwidth of its memory.
struct Knee {
  std::uint32_t node = 0;
  PageKind pages = PageKind::Small;
  std::uint32_t threads = 0;      ///< the fewest that have nearly the best bandwidth
  std::uint32_t most_threads = 0; ///< that were tried
  double gb_per_s = 0;            ///< the best median
};

/// By the triads of the node's threads on its own memory, in pages of one kind. Empty if fewer than
/// two numbers of threads were measured.
[[nodiscard]] std::optional<Knee> kneeOf(const MachineMap &map, std::uint32_t node, PageKind pages);

} // namespace fsfind
