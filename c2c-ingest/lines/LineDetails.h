#pragma once

#include "c2c-ingest/lines/CellTable.h"
#include "c2c-ingest/lines/LineHistory.h"
#include "c2c-ingest/lines/LineHomes.h"

#include <vector>

namespace fsfind::lines {

/// What is kept of the samples of some lines.
struct LineDetails {
  bool timelines = false; ///< CountOptions::timelines
  CellTable cells;
  LineHomes homes;         ///< by Cell::line, as far as it was added to
  LineHistories histories; ///< the same

  /// One sample of a line, whose number is Cell::line.
  void add(const PlacedSample &placed, const Cell &cell, const decode::DecodedSource &source,
           const perf::MemoryNodes &nodes);
};

} // namespace fsfind::lines
