#include "c2c-ingest/lines/TimelineCounts.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fsfind::lines {

namespace {

void addTo(TimelineCell &sum, const TimelineCell &part) {
  sum.stores += part.stores;
  sum.contended += part.contended;
}

} // namespace

/// Makes spans twice as long.
void TimelineCounts::coarsen() {
  for (Row &row : rows_) {
    std::array<TimelineCell, kSpans> cells = {};
    for (std::size_t i = 0; i <= last_ - first_; ++i)
      addTo(cells[((first_ + i) >> 1) - (first_ >> 1)], row.cells[i]);
    row.cells = cells;
  }
  ++shift_;
  first_ >>= 1;
  last_ >>= 1;
}

/// Makes an earlier span the first; there is room for it.
void TimelineCounts::moveBack(std::uint64_t first) {
  const auto by = static_cast<std::ptrdiff_t>(first_ - first);
  for (Row &row : rows_) {
    std::move_backward(row.cells.begin(), row.cells.end() - by, row.cells.end());
    std::fill_n(row.cells.begin(), by, TimelineCell{});
  }
  first_ = first;
}

/// Makes the spans cover a time.
void TimelineCounts::reach(std::uint64_t time) {
  if (empty())
    first_ = last_ = time >> shift_;
  while (std::max(last_, time >> shift_) - std::min(first_, time >> shift_) >= kSpans)
    coarsen();
  if (const std::uint64_t span = time >> shift_; span < first_)
    moveBack(span);
  else
    last_ = std::max(last_, span);
}

/// The thread's row, which may take the place of one with a higher number; null if it has none.
TimelineCounts::Row *TimelineCounts::rowOf(std::uint32_t pid, std::uint32_t tid) {
  const auto key = [](const Row &row) { return std::tuple(row.pid, row.tid); };
  for (Row &row : rows_)
    if (key(row) == std::tuple(pid, tid))
      return &row;
  if (rows_.size() < kMostThreads)
    return &rows_.emplace_back(Row{pid, tid});
  const auto last = std::max_element(rows_.begin(), rows_.end(),
                                     [&](const Row &a, const Row &b) { return key(a) < key(b); });
  if (key(*last) < std::tuple(pid, tid))
    return nullptr;
  for (const TimelineCell &cell : last->cells)
    more_ += cell.stores + cell.contended;
  *last = Row{pid, tid};
  return &*last;
}

void TimelineCounts::add(std::uint64_t time, std::uint32_t pid, std::uint32_t tid,
                         TimelineCell samples) {
  reach(time);
  if (Row *row = rowOf(pid, tid))
    addTo(row->cells[(time >> shift_) - first_], samples);
  else
    more_ += samples.stores + samples.contended;
}

void TimelineCounts::merge(const TimelineCounts &other) {
  more_ += other.more_;
  if (other.empty())
    return;
  if (empty()) {
    const std::uint64_t more = more_;
    *this = other;
    more_ = more;
    return;
  }
  while (shift_ < other.shift_)
    coarsen();
  reach(other.first_ << other.shift_);
  reach(other.last_ << other.shift_);
  for (const Row &row : other.rows_)
    for (std::size_t i = 0; i < other.spans(); ++i)
      if (const TimelineCell &cell = row.cells[i]; cell.stores != 0 || cell.contended != 0)
        add((other.first_ + i) << other.shift_, row.pid, row.tid, cell);
}

} // namespace fsfind::lines
