#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fsfind {

/// From the first to the last of some samples, ns. Where none has a time it begins at UINT64_MAX
/// and ends at 0.
struct TimeSpan {
  std::uint64_t begin = UINT64_MAX, end = 0;

  [[nodiscard]] bool known() const { return begin <= end; }
  void widen(const TimeSpan &other) {
    begin = begin < other.begin ? begin : other.begin;
    end = end > other.end ? end : other.end;
  }
};

/// Samples of one thread on some bytes of a line.
struct TimedUse {
  std::uint64_t thread = 0, place = 0; ///< numbers of any kind
  std::uint64_t memory = 0; ///< what has the bytes, as a block of the heap: a number of any kind
  bool store = false;
  std::uint64_t samples = 0, contended = 0;
  TimeSpan times, contended_times;
};

/// Which of a line's uses are stores that took the line from nobody, or from next to nobody: their
/// thread initialised these bytes before others used the line, or cleared them after, so it is no
/// writer of them. Told by the times of samples, and believed only where chance would hardly have
/// ordered them so. All false for a line without other stores: what is to be told of it is another
/// matter (rules/measured/usage/Alternation.h).
[[nodiscard]] std::vector<bool> settingStores(std::span<const TimedUse> uses);

} // namespace fsfind
