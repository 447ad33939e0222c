#pragma once

#include "c2c-ingest/record/sim/Mixed.h"

#include <cstdint>

namespace fsfind::record::sim {

/// Where the turns of threads that run freely begin and end: the same clocks for all of them, known
/// before anything is played. With a seed other than 0, turns are up to a quarter longer or shorter
/// than the quantum.
class Slices {
public:
  Slices(std::uint32_t quantum, std::uint64_t seed)
      : quantum_(quantum), seed_(seed), delays_(seed == 0 ? 1 : quantum / 4 + 1) {}

  /// The end of the slice that holds this clock; later than it.
  [[nodiscard]] std::uint64_t endAfter(std::uint64_t clock) const {
    const std::uint64_t begin = beginOf(clock / quantum_);
    return begin > clock ? begin : beginOf(clock / quantum_ + 1);
  }

  /// The begin of the slice that holds this clock.
  [[nodiscard]] std::uint64_t beginBefore(std::uint64_t clock) const {
    const std::uint64_t begin = beginOf(clock / quantum_);
    return begin <= clock ? begin : clock < quantum_ ? 0 : beginOf(clock / quantum_ - 1);
  }

private:
  [[nodiscard]] std::uint64_t beginOf(std::uint64_t slice) const {
    constexpr unsigned kHalf = 32; // bits of a number below 1, times the delays: no division
    return slice * quantum_ + ((mixed(seed_ ^ slice) >> kHalf) * delays_ >> kHalf);
  }

  std::uint64_t quantum_, seed_, delays_;
};

} // namespace fsfind::record::sim
