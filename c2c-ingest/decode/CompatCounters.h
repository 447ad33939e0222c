#pragma once

#include "c2c-ingest/decode/DataSource.h"
#include "rules/model/C2cCounters.h"
#include "rules/model/PartedMisses.h"

namespace fsfind::decode {

/// What is known of a sample besides its data source.
struct SampleFacts {
  bool has_address = false; ///< the sampled data address is not 0
  bool data_mapped = false; ///< a mapping covers the data address
  bool code_mapped = false; ///< a mapping covers the instruction
  /// What the miss was worth (record::Miss). Simulation tells one of the two; perf's counters do
  /// not depend on it.
  bool essential = false, useless = false;
  bool spins = false;       ///< the thread only waits by it; likewise
  PartedMisses parted = {}; ///< see record::SimulatedWord; likewise
  bool answered = false;    ///< record::Miss::Answered; likewise
};

/// The counters one sample adds, exactly as `perf c2c` counts (c2c_decode_stats in
/// tools/perf/util/mem-events.c): independent bit tests on the old level bits, so one sample may
/// be counted under several names.
C2cCounters countSample(DataSource source, SampleFacts facts);

} // namespace fsfind::decode
