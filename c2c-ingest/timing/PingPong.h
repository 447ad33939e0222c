#pragma once

#include "c2c-ingest/timing/Cells.h"
#include "c2c-ingest/timing/Crew.h"
#include "rules/model/Expected.h"
#include "rules/model/MachineMap.h"

#include <chrono>
#include <cstdint>
#include <span>

namespace fsfind::timing {

struct PingPong {
  std::uint32_t a = 0, b = 0; ///< different CPUs
  Handover handover = Handover::Exchange;
  std::span<std::byte> page; ///< zeroed; holds the lines
  std::uint32_t line_size = 0;
  std::chrono::nanoseconds time{}; ///< that the measurement may take; it ends soon after
};

/// Passes lines to and fro between two CPUs. Returns half the time of a round trip in ns, of each
/// of many batches; the first batch, in which caches and frequencies settle, is dropped. Empty if
/// `go_on` ended it, or if a CPU did not come to run.
[[nodiscard]] Expected<Attempt> bounce(const PingPong &pair, const GoOn &go_on);

} // namespace fsfind::timing
