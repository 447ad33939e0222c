#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <string>
#include <vector>

/// What a recording tells of memory traffic between NUMA nodes.
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

/// Remote loads of memory that has neither a variable nor a type, by the functions that make them.
struct RemoteUnnamed {
  struct Code {
    std::string function; ///< the author's; empty = unknown
    std::string module;   ///< path of its file
    Place place;          ///< of most of the remote loads; may be unknown
    std::string comm;     ///< of the thread that makes most of them
    std::size_t threads = 0;
    std::uint64_t local = 0, remote = 0; ///< samples
    double share = 0;                    ///< of all remote loads of the recording, 0..1
  };
  double share = 0;       ///< of all remote loads of the recording, 0..1
  std::vector<Code> code; ///< most remote loads first; at most kMostRemoteCode
};

} // namespace fsfind
