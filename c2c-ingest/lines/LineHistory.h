#pragma once

#include "c2c-ingest/decode/SourceTable.h"
#include "c2c-ingest/lines/PlacedSample.h"
#include "c2c-ingest/lines/TimelineCounts.h"
#include "rules/model/Profile.h"

#include <optional>
#include <vector>

namespace fsfind::lines {

/// When a line was stored to and contended for, and how often it was taken away, as samples show
/// it. Merging is associative and commutative, so each worker makes its own.
struct LineHistory {
  LineTimes times;
  std::optional<std::uint64_t> transfers; ///< as Line::transfers

  TimelineCounts timeline;

  /// `by_time`: counted in the timeline as well.
  void add(const PlacedSample &placed, const decode::DecodedSource &source, bool by_time);
  void merge(const LineHistory &other);
};

/// By position in LineSurvey::interestingLines().
using LineHistories = std::vector<LineHistory>;

void merge(LineHistories &histories, const LineHistories &others);

} // namespace fsfind::lines
