#pragma once

#include "c2c-ingest/record/MemoryEvents.h"
#include "c2c-ingest/record/SimulateEngine.h"

#include <string>
#include <vector>

namespace fsfind::record {

/// Sampling as the user asked for it; 0 = perf's default. The load latency is a threshold in
/// cycles, which IBS and POWER do not have.
struct HardwareSampling {
  std::uint32_t load_latency = 0;
  std::uint64_t period = 0;
};

/// The perf command that records. For IBS and SPE it is `perf record` with their event: `perf c2c`
/// knows IBS of AMD only, not Hygon's, and always asks SPE for physical addresses. For the others
/// it is `perf c2c record`, or `perf mem record` where the user may not record physical addresses.
std::vector<std::string> perfCommand(const MemoryEvents &events, const RecordRequest &request,
                                     const HardwareSampling &sampling);

/// Runs perf, which writes the recording; fails if it wrote none or an unreadable one.
Expected<RecordResult> recordHardware(const MemoryEvents &events, const RecordRequest &request,
                                      const HardwareSampling &sampling);

} // namespace fsfind::record
