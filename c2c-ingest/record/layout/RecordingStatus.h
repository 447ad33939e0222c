#pragma once

#include "c2c-ingest/record/layout/RobustMutex.h"

#include <cstdint>

namespace fsfind::record {

/// What the recorder and the simulated processes tell each other while a recording is made. It lies
/// at the end of the recording's head, where all of them map it: a mapping outlives whatever the
/// guest does to its descriptors, its user and its root folder. Readers of recordings skip it.
struct RecordingStatus {
  enum State : std::uint32_t {
    Unwatched, ///< the file system has no locks: whether the recorder lives is not known
    Watched,   ///< as long as the recorder lives, it holds a lock on the file (F_OFD_SETLK)
    Finished,  ///< the recording is complete; processes that still run append nothing
  };
  /// What a recording that reaches its limit still takes.
  enum Keeps : std::uint32_t {
    All,
    WithoutNames, ///< no allocations and no stacks, which only serve to name data
    Nothing,      ///< mappings and names of threads alone fill it
  };
  std::uint32_t error; ///< errno of the first write that failed; 0 = none
  std::uint32_t state;
  std::uint32_t native;  ///< programs that processes executed without simulation
  std::uint32_t apart;   ///< processes whose memory was shared, but not modelled as such
  std::uint32_t by_code; ///< programs that recorded themselves (record/instrumented)
  /// The sampling periods were doubled so many times, for all of the recording.
  std::uint32_t doublings;
  std::uint32_t keeps;
  std::uint32_t rewriting; ///< not 0: the records are being thinned
  /// Bytes of records that are no samples, and of allocations among them. Where a process was
  /// killed, not exactly.
  std::uint64_t others, blocks;
  RobustMutex mutex; ///< guards the records, and what the head says of them
};

/// Offset in the file, from its start.
inline constexpr std::uint64_t kStatusOffset = 408;

/// Bytes of the head, which is the offset of the first record.
inline constexpr std::uint64_t kHeadSize = kStatusOffset + sizeof(RecordingStatus);

} // namespace fsfind::record
