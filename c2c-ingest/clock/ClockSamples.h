#pragma once

#include "c2c-ingest/lines/LineKey.h"
#include "c2c-ingest/objects/ModuleCache.h"
#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/perf/SampleDecoder.h"
#include "rules/model/Expected.h"

#include <vector>

namespace fsfind::clock {

/// Whether the samples of a recording are of a clock (PERF_COUNT_SW_CPU_CLOCK or TASK_CLOCK), with
/// their time and the registers of the interrupted code: by these, addresses of data can be told.
[[nodiscard]] bool isClockRecording(const perf::Recording &recording);

/// What a recording by the clock says of memory.
struct ClockSamples {
  /// Accesses to lines that threads contend for, as memory events would give them. A sample of the
  /// clock has at most one that it waited for: a HITM load, or a store that missed, whose weight is
  /// processor time in cycles; the others hit, and have no weight. Then, for each sample, what is
  /// left of its time, without an address. All weights together are the processor time of the run.
  std::vector<perf::Sample> samples;
  std::uint64_t taken = 0;   ///< samples of the clock that were looked at
  std::uint64_t decoded = 0; ///< of these, with the address of at least one access
  bool code_read = false;    ///< the code around a sample was found and decoded
  std::uint64_t one_of = 1;  ///< so many were there for each that was looked at
  /// The part of the processor time in which threads were seen to run at the same time, 0..1: what
  /// threads do while no other runs cannot be contention here.
  double together = 0;
};

/// Reads the recording twice. All arguments must outlive the call.
Expected<ClockSamples> clockSamplesOf(const perf::Recording &recording,
                                      const perf::AddressSpaces &spaces,
                                      const lines::LineKeys &keys, objects::ModuleCache &modules);

} // namespace fsfind::clock
