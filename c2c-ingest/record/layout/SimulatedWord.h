#pragma once

#include "rules/model/PartedMisses.h"
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
/// Or, which costs less, that another core's write had taken the line, and meanwhile a third one
/// had fetched it, so that it was not modified any more.
enum class Miss : std::uint8_t { Unknown, Essential, Useless, Answered };

struct SimulatedWord {
  Miss miss = Miss::Unknown;
  std::uint64_t transfers = 0; ///< at least so many writes took the line from another core so far
  bool spins = false;          ///< by this load the thread only waits for another one's write
  /// Of a load that missed a line that others used: how many loads would miss, and be answered by
  /// another core's modified copy, from here until the core loses the line, if the data were apart.
  /// At most kMostParted each.
  PartedMisses parted = {};
};

/// mem_region is the highest field that the kernel defines, bits 46 to 50.
inline constexpr unsigned kPartedShift = 51, kSpinsShift = 57, kMissShift = 58,
                          kTransfersShift = 60;
inline constexpr std::uint64_t kMostParted = 3;
inline constexpr std::uint64_t kSimulatedBits = ~std::uint64_t{0} << kPartedShift;

constexpr std::uint64_t packed(const PartedMisses &parted) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < parted.size(); ++i)
    bits |= std::min(parted[i], kMostParted) << (kPartedShift + 2 * i);
  return bits;
}

/// The transfers are rounded down to a power of two, and at most kMostTransfers.
constexpr std::uint64_t packed(SimulatedWord word) {
  static_assert(std::cmp_less(std::bit_width(kMostTransfers), 1U << (64 - kTransfersShift)));
  const auto digits =
      static_cast<std::uint64_t>(std::bit_width(std::min(word.transfers, kMostTransfers)));
  return packed(word.parted) | static_cast<std::uint64_t>(word.spins) << kSpinsShift |
         static_cast<std::uint64_t>(word.miss) << kMissShift | digits << kTransfersShift;
}

constexpr std::uint64_t withMiss(std::uint64_t data_source, Miss miss, const PartedMisses &parted) {
  return (data_source & ~(std::uint64_t{3} << kMissShift)) |
         static_cast<std::uint64_t>(miss) << kMissShift | packed(parted);
}

constexpr SimulatedWord unpacked(std::uint64_t data_source) {
  const std::uint64_t miss = data_source >> kMissShift & 3;
  const std::uint64_t digits = data_source >> kTransfersShift;
  PartedMisses parted{};
  for (std::size_t i = 0; i < parted.size(); ++i)
    parted[i] = data_source >> (kPartedShift + 2 * i) & kMostParted;
  return {static_cast<Miss>(miss), digits == 0 ? 0 : std::uint64_t{1} << (digits - 1),
          (data_source >> kSpinsShift & 1) != 0, parted};
}

} // namespace fsfind::record
