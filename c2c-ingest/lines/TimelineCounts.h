#pragma once

#include "rules/model/OwnerTimeline.h"

#include <array>
#include <cstdint>
#include <vector>

namespace fsfind::lines {

/// Counts a line's samples by thread and time, in at most kSpans spans. These are as short as the
/// samples allow, a power of two of nanoseconds each, and begin at multiples of it. Rows are those
/// of the kMostThreads threads with the lowest numbers. So merging is associative and commutative,
/// but for the order of rows.
class TimelineCounts {
public:
  static constexpr std::size_t kSpans = 64;
  static constexpr std::size_t kMostThreads = 64;

  struct Row {
    std::uint32_t pid = 0, tid = 0;
    std::array<TimelineCell, kSpans> cells = {}; ///< of the span `first() + i`
  };

  /// `time` is in ns.
  void add(std::uint64_t time, std::uint32_t pid, std::uint32_t tid, TimelineCell samples);
  void merge(const TimelineCounts &other);

  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] const std::vector<Row> &rows() const { return rows_; }
  [[nodiscard]] std::uint64_t begin() const { return first_ << shift_; }          ///< ns
  [[nodiscard]] std::uint64_t span() const { return std::uint64_t{1} << shift_; } ///< ns
  [[nodiscard]] std::size_t spans() const { return empty() ? 0 : last_ - first_ + 1; }
  [[nodiscard]] std::uint64_t more() const { return more_; }

private:
  void reach(std::uint64_t time);
  void coarsen();
  void moveBack(std::uint64_t first);

  Row *rowOf(std::uint32_t pid, std::uint32_t tid);

  std::vector<Row> rows_;
  unsigned shift_ = 0;
  std::uint64_t first_ = 0, last_ = 0; ///< numbers of spans: time >> shift_
  std::uint64_t more_ = 0;             ///< samples of further threads
};

} // namespace fsfind::lines
