#pragma once

#include <cstddef>
#include <cstdint>

namespace fsfind::record {

/// What of a run was not recorded, or not as it was.
struct Losses {
  bool unnamed = false;         ///< RecordingStatus::WithoutNames
  bool full = false;            ///< RecordingStatus::Nothing
  std::uint32_t native = 0;     ///< programs that ran without simulation
  std::uint32_t apart = 0;      ///< RecordingStatus::apart
  std::size_t mapped_apart = 0; ///< see countMappedApart
  std::uint64_t overrun = 0;    ///< records for which the kernel had no room
  bool cut = false;             ///< the limit of size ended the recording, but not the command
};

} // namespace fsfind::record
