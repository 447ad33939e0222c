#pragma once

#include "rules/model/Expected.h"
#include "rules/model/MachineMap.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

/// The cells of matrices: how long each is measured, and how often.
namespace fsfind::timing {

/// Sum of the time, in ticks of the kernel's clock, in which a hypervisor let something else run on
/// these CPUs: the column `steal` of /proc/stat (proc(5)). 0 without one.
[[nodiscard]] std::uint64_t stolenTicks(std::string_view proc_stat,
                                        std::span<const std::uint32_t> cpus);

/// Values of one cell.
using Measure = std::function<Expected<std::vector<double>>()>;
/// A counter that grows when a cell is disturbed.
using Disturbance = std::function<std::uint64_t()>;

/// Measures again, a few times, while the counter grew meanwhile; then the last values are taken
/// and the reading is marked. Of empty values the reading is empty.
[[nodiscard]] Expected<Reading> undisturbed(const Measure &measure, const Disturbance &counter);

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
