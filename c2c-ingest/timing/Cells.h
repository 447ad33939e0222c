#pragma once

#include "rules/model/Expected.h"
#include "rules/model/MachineMap.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

/// The cells of matrices: how long each is measured, and how often.
namespace fsfind::timing {

inline constexpr std::uint64_t kMega = std::uint64_t{1} << 20; ///< bytes
/// No cell of memory is measured more often.
inline constexpr std::size_t kMostMeasurements = 1000;

/// What one attempt to measure a cell gave.
struct Attempt {
  std::vector<double> values;
  bool interrupted = false; ///< other work took a CPU away meanwhile
};
using Measure = std::function<Expected<Attempt>()>;
/// A counter that grows when a hypervisor takes a CPU away.
using StolenCounter = std::function<std::uint64_t()>;

/// Measures again, a few times and not after `end`, while something took a CPU away meanwhile; then
/// the last values are taken and the reading is marked. Of empty values the reading is empty, since
/// a CPU did not come to run.
[[nodiscard]] Expected<Reading> undisturbed(const Measure &measure, const StolenCounter &stolen,
                                            std::chrono::steady_clock::time_point end);

/// Divides the time that is left among the cells that are left.
class CellTimes {
public:
  using Clock = std::chrono::steady_clock;

  CellTimes(Clock::time_point end, std::size_t cells) : end_(end), left_(cells) {}

  /// How long the next cell may take: its share of what is left, but from kLeast to kMost. Zero if
  /// the time is over.
  [[nodiscard]] std::chrono::nanoseconds next(Clock::time_point now);

  static constexpr std::chrono::milliseconds kLeast{3}, kMost{500};

private:
  Clock::time_point end_;
  std::size_t left_;
};

} // namespace fsfind::timing
