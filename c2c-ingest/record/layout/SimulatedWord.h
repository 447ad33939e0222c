#pragma once

#include "rules/model/Transfers.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

/// What the simulator knows of an access beyond what hardware tells. It lies in the highest bits of
/// the sample's PERF_SAMPLE_DATA_SRC, which the kernel reserves (include/uapi/linux/perf_event.h)
/// and perf ignores.
namespace fsfind::record {

/// Whether a miss is essential or useless in the sense of Dubois et al. ("The Detection and
/// Elimination of Useless Misses in Multiprocessors", ISCA'93): whether the core used, from the
/// miss on until it lost the line again, bytes that another core had written since it used them
/// last.
enum class Miss : std::uint8_t { Unknown, Essential, Useless };

struct SimulatedWord {
  Miss miss = Miss::Unknown;
  std::uint64_t transfers = 0; ///< at least so many writes took the line from another core so far
  bool spins = false;          ///< by this load the thread only waits for another one's write
};

inline constexpr unsigned kSpinsShift = 57, kMissShift = 58, kTransfersShift = 60;
inline constexpr std::uint64_t kSimulatedBits = ~std::uint64_t{0} << kSpinsShift;

/// The transfers are rounded down to a power of two, and at most kMostTransfers.
constexpr std::uint64_t packed(SimulatedWord word) {
  static_assert(std::cmp_less(std::bit_width(kMostTransfers), 1U << (64 - kTransfersShift)));
  const auto digits =
      static_cast<std::uint64_t>(std::bit_width(std::min(word.transfers, kMostTransfers)));
  return static_cast<std::uint64_t>(word.spins) << kSpinsShift |
         static_cast<std::uint64_t>(word.miss) << kMissShift | digits << kTransfersShift;
}

constexpr std::uint64_t withMiss(std::uint64_t data_source, Miss miss) {
  return (data_source & ~(std::uint64_t{3} << kMissShift)) | static_cast<std::uint64_t>(miss)
                                                                 << kMissShift;
}

constexpr SimulatedWord unpacked(std::uint64_t data_source) {
  const std::uint64_t miss = data_source >> kMissShift & 3;
  const std::uint64_t digits = data_source >> kTransfersShift;
  return {
      miss > static_cast<std::uint64_t>(Miss::Useless) ? Miss::Unknown : static_cast<Miss>(miss),
      digits == 0 ? 0 : std::uint64_t{1} << (digits - 1), (data_source >> kSpinsShift & 1) != 0};
}

} // namespace fsfind::record
