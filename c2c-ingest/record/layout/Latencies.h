#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fsfind::record::sim {

/// Where an access found its line.
enum class Outcome : std::uint8_t {
  PrivateHit,
  Upgrade,   ///< store to a line that other caches may share: it has to be invalidated there
  L3Hit,     ///< last level or unmodified in another private cache of the CPU's node
  LocalHitm, ///< modified in the private cache of another CPU of the node
  LocalDram,
  RemoteForward, ///< unmodified in a cache of another node
  RemoteHitm,    ///< modified in the private cache of a CPU of another node
  RemoteDram,
};
inline constexpr std::size_t kOutcomes = static_cast<std::size_t>(Outcome::RemoteDram) + 1;

/// Cycles until an access has its line.
struct Latencies {
  std::array<std::uint32_t, kOutcomes> cycles{};

  [[nodiscard]] constexpr std::uint32_t of(Outcome outcome) const {
    return cycles[static_cast<std::size_t>(outcome)];
  }
  bool operator==(const Latencies &) const = default;
};

/// Of the magnitude measured on two-socket Intel servers.
inline constexpr Latencies kUsualLatencies = {{5, 60, 45, 95, 120, 220, 260, 300}};

/// Cycles that an atomic read-modify-write takes beside its line: what was stored before has to
/// leave the store buffer first (LOCK of x86; about 18 cycles of `lock add` on Intel from Skylake
/// on, uops.info).
inline constexpr std::uint32_t kAtomicCycles = 18;

/// No access takes longer.
inline constexpr std::uint32_t kMostCycles = 100'000;

} // namespace fsfind::record::sim
