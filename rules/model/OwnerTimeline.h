#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <vector>

namespace fsfind {

/// Samples of one thread on a line in a span of time.
struct TimelineCell {
  std::uint32_t stores = 0;
  std::uint32_t contended = 0; ///< loads that met another core's copy
};

/// Who stored to a line, and who met another core's copy of it, in spans of equal length.
struct OwnerTimeline {
  struct Row {
    ThreadIndex thread;
    std::vector<TimelineCell> cells; ///< `spans` of them
  };
  std::uint64_t begin = 0; ///< ns, of the first span
  std::uint64_t span = 1;  ///< ns
  std::size_t spans = 0;
  std::vector<Row> rows;  ///< one a thread, by the time of its first sample
  std::uint64_t more = 0; ///< samples of threads that have no row, since there are too many
};

} // namespace fsfind
