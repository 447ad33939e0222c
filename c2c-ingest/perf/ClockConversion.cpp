#include "c2c-ingest/perf/ClockConversion.h"

namespace fsfind::perf {

std::optional<ClockConversion> decodeClockConversion(Bytes payload, bool swap) {
  ByteReader reader(payload, swap);
  ClockConversion clock;
  clock.shift = reader.u64();
  clock.multiplier = reader.u64();
  clock.zero = reader.u64();
  if (!reader.ok() || clock.shift >= 64 || clock.multiplier == 0)
    return std::nullopt;
  const std::uint64_t cycles = reader.u64(), mask = reader.u64();
  reader.skip(1);
  if (reader.u8() != 0 && reader.ok()) {
    clock.cycles = cycles;
    clock.mask = mask;
  }
  return clock;
}

} // namespace fsfind::perf
