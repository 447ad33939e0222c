#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <string>
#include <vector>

/// What a recording tells of memory traffic between NUMA nodes.
namespace fsfind {

/// If remote DRAM answers a larger share than this of the loads that missed L3, the recording is
/// NUMA-blind: its threads hardly use the memory of their own nodes. Pages spread evenly over two
/// nodes would be half remote, over four nodes three quarters; threads that use what they touched
/// first stay far below.
inline constexpr double kNumaBlindShare = 0.3;
/// With fewer loads that missed L3 the share is not judged: of 30 loads it is known to within a
/// sixth at best.
inline constexpr std::uint64_t kMinL3Misses = 30;

/// Loads that missed the L3 of their own socket or node; each sample is counted once.
struct NumaLoads {
  std::uint64_t local_dram = 0, remote_dram = 0;
  /// Loads answered by another node's cache. They missed L3, but are not remote memory: they show
  /// sharing, which a better placement of pages would not end.
  std::uint64_t remote_cache = 0;
  bool blind = false; ///< see kNumaBlindShare; false on machines of one node

  [[nodiscard]] std::uint64_t l3Misses() const { return local_dram + remote_dram + remote_cache; }
  /// Share of remote DRAM in l3Misses(), 0..1; 0 if there are none.
  [[nodiscard]] double remoteShare() const;
};

/// Remote loads of memory that has neither a variable nor a type, by the functions that make them.
struct RemoteUnnamed {
  struct Code {
    std::string function; ///< the author's; empty = unknown
    std::string module;   ///< path of its file
    Place place;          ///< where most of its remote loads are; may be unknown
    std::string comm;     ///< of the thread that makes most of them
    std::size_t threads = 0;
    std::uint64_t local = 0, remote = 0; ///< samples
    double share = 0;                    ///< of all remote loads of the recording, 0..1
  };
  double share = 0;       ///< of all remote loads of the recording, 0..1
  std::vector<Code> code; ///< most remote loads first; at most kMostRemoteCode
};

} // namespace fsfind
