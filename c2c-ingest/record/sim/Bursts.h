#pragma once

#include "c2c-ingest/record/sim/Mixed.h"

#include <cstdint>
#include <limits>

namespace fsfind::record::sim {

/// Instructions of the program's clock that a burst lasts: long enough for what the caches hold to
/// become true again, short enough for many of them in a long program.
inline constexpr std::uint64_t kBurst = 500'000;

/// Which stretches of a program's clock are simulated, if only a part is (Options::budget): one
/// burst in each period, at a random place in it; in the first period at its start. So every
/// moment has the same chance, and no loop of the program keeps step with the bursts.
class Bursts {
public:
  /// `budget`: percent of the clock, at most 100; 0 is the same as 100. Equal seeds give equal
  /// places; with seed 0, each burst begins its period.
  Bursts(std::uint32_t budget, std::uint64_t seed)
      : period_(budget == 0 ? kBurst : kBurst * 100 / budget), seed_(seed),
        always_(budget == 0 || budget >= 100) {}

  struct Stretch {
    bool watched = true;                                           ///< in a burst
    std::uint64_t end = std::numeric_limits<std::uint64_t>::max(); ///< the clock at which it ends
  };
  /// The stretch that holds this moment of the clock.
  [[nodiscard]] Stretch at(std::uint64_t clock) const {
    if (always_)
      return {};
    const std::uint64_t period = clock / period_, begin = beginOf(period);
    if (clock < begin)
      return {false, begin};
    if (clock < begin + kBurst)
      return {true, begin + kBurst};
    return {false, beginOf(period + 1)};
  }

  /// The clock at which the burst of a period begins.
  [[nodiscard]] std::uint64_t beginOf(std::uint64_t period) const {
    const std::uint64_t room = period == 0 || seed_ == 0 ? 0 : period_ - kBurst;
    return period * period_ + mixed(seed_ ^ mixed(period)) % (room + 1);
  }

private:
  std::uint64_t period_, seed_;
  bool always_;
};

} // namespace fsfind::record::sim
