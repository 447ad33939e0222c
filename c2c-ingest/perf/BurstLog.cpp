#include "c2c-ingest/perf/BurstLog.h"

namespace fsfind::perf {

std::optional<Burst> decodeBurst(Bytes payload, bool swap) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 56; // no process executes so much
  ByteReader reader(payload, swap);
  Burst burst;
  burst.pid = reader.u32();
  reader.skip(4); // tid
  if (reader.u64() != kBurstMark)
    return std::nullopt;
  burst.executed = reader.u64();
  burst.simulated = reader.u64();
  burst.contended = reader.u64();
  const bool possible = burst.executed <= kMost && burst.simulated <= burst.executed &&
                        burst.contended <= burst.simulated;
  return reader.ok() && possible ? std::optional(burst) : std::nullopt;
}

} // namespace fsfind::perf
