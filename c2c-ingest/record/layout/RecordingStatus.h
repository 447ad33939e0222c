#pragma once

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
  std::uint32_t error; ///< errno of the first write that failed; 0 = none
  std::uint32_t state;
  std::uint32_t native; ///< programs that processes executed without simulation
  std::uint32_t apart;  ///< processes whose memory was shared, but not modelled as such
};

/// Offset in the file, from its start.
inline constexpr std::uint64_t kStatusOffset = 408;

} // namespace fsfind::record
