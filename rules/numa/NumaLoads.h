#pragma once

#include "rules/model/Profile.h"

/// How much of a recording's memory traffic crosses NUMA nodes.
namespace fsfind {

/// A recording with a larger part of remote DRAM among the loads that its L3 missed is NUMA-blind:
/// its threads hardly use the memory beside them. Pages spread evenly over two nodes would be half
/// remote, over four nodes three quarters; threads that use what they touched first stay far below.
inline constexpr double kNumaBlindShare = 0.3;
/// Fewer loads from beyond the L3 do not tell: a share of 30 loads is known to a sixth at best.
inline constexpr std::uint64_t kMinL3Misses = 30;

/// Loads that the L3 of the reader's socket or node missed, each sample once.
struct NumaLoads {
  std::uint64_t local_dram = 0, remote_dram = 0;
  /// Answered by another node's cache. They count as missing, but not as remote memory: they
  /// show sharing, which pages at better places would not end.
  std::uint64_t remote_cache = 0;
  bool blind = false; ///< see kNumaBlindShare; false on machines of one node

  [[nodiscard]] std::uint64_t l3Misses() const { return local_dram + remote_dram + remote_cache; }
  /// Of remote DRAM in l3Misses(), 0..1.
  [[nodiscard]] double remoteShare() const;
};

[[nodiscard]] NumaLoads numaLoads(const Profile &profile);

} // namespace fsfind
