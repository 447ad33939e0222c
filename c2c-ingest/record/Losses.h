#pragma once

#include <cstddef>
#include <cstdint>

namespace fsfind::record {

/// What of a simulated run was not recorded, or not as it was.
struct Losses {
  bool unnamed = false;         ///< RecordingStatus::WithoutNames
  bool full = false;            ///< RecordingStatus::Nothing
  std::uint32_t native = 0;     ///< programs that ran without simulation
  std::uint32_t apart = 0;      ///< RecordingStatus::apart
  std::size_t mapped_apart = 0; ///< see countMappedApart
};

} // namespace fsfind::record
