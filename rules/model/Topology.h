#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsfind {

/// How far apart two CPUs are, the nearest first.
enum class CpuDistance : std::uint8_t {
  SameCpu,
  SmtSibling, ///< two hardware threads of one core
  SameL3,     ///< they share a last-level cache, which on chiplets serves a part of the socket only
  SameSocket, ///< one socket, not known to share an L3
  OtherSocket, ///< of the same machine
  Unknown,
};
inline constexpr std::size_t kCpuDistanceCount = static_cast<std::size_t>(CpuDistance::Unknown) + 1;

/// The parts of a machine that a CPU belongs to. Numbers tell parts apart in the whole machine;
/// kNone = not recorded.
struct CpuParts {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint32_t core = kNone, socket = kNone, die = kNone, l3 = kNone, node = kNone;
};

/// The machine that was recorded, as far as the recording tells it.
struct Topology {
  std::vector<CpuParts> cpus; ///< by CPU number

  /// Unknown if a CPU is not in `cpus`, or if the parts known of the two do not decide.
  [[nodiscard]] CpuDistance distance(std::uint32_t a, std::uint32_t b) const;
  /// Number of NUMA nodes with CPUs; 0 = not recorded.
  [[nodiscard]] std::size_t nodeCount() const;
};

} // namespace fsfind
