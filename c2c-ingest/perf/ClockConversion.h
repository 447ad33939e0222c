#pragma once

#include "c2c-ingest/perf/ByteReader.h"

#include <optional>

namespace fsfind::perf {

/// PERF_RECORD_TIME_CONV: how ticks of the processor's timer, in which trace data tell the time,
/// become the nanoseconds of records (struct perf_event_mmap_page in
/// include/uapi/linux/perf_event.h, at cap_user_time and cap_user_time_short).
struct ClockConversion {
  std::uint64_t shift = 0, multiplier = 0, zero = 0;
  std::uint64_t cycles = 0, mask = UINT64_MAX; ///< the timer has only the bits of the mask

  [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t ticks) const {
    const std::uint64_t unwrapped = cycles + ((ticks - cycles) & mask);
    const std::uint64_t whole = unwrapped >> shift;
    const std::uint64_t rest = unwrapped & ((std::uint64_t{1} << shift) - 1);
    return zero + whole * multiplier + ((rest * multiplier) >> shift);
  }
};

/// u64 shift, multiplier, zero; since Linux 5.10 also u64 cycles, mask; u8 cap_user_time_zero,
/// cap_user_time_short. None if the record is too short or cannot be meant.
std::optional<ClockConversion> decodeClockConversion(Bytes payload, bool swap);

} // namespace fsfind::perf
