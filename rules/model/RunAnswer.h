#pragma once

#include <cstdint>

namespace fsfind {

/// What a recorded run says of a finding of sources.
enum class RunAnswer : std::uint8_t {
  Confirmed,  ///< threads contended for its data
  NotSo,      ///< the data were used again and again, and threads did not contend for them
  Undecided,  ///< too few samples of its data, or of contention for them, to say either
  NotReached, ///< a datum that it is about has no sample
};

/// What a recorded run shows of a finding's data.
struct SeenInRun {
  RunAnswer answer = RunAnswer::NotReached;
  std::uint64_t accesses = 0;  ///< samples of its data
  std::uint64_t contended = 0; ///< of these, samples that met another core's copy
  std::uint32_t threads = 0;   ///< that the samples are of
};

} // namespace fsfind
