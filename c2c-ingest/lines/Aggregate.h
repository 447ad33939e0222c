#pragma once

#include "c2c-ingest/lines/CellBuffer.h"
#include "c2c-ingest/lines/CountOptions.h"
#include "c2c-ingest/lines/LineHistory.h"
#include "c2c-ingest/lines/LineHomes.h"
#include "c2c-ingest/lines/LineKey.h"
#include "c2c-ingest/lines/LineSurvey.h"
#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/perf/SpeSamples.h"

#include <vector>

namespace fsfind::lines {

/// Samples that were not counted, by reason.
struct LeftOut {
  std::uint64_t filtered = 0;    ///< by the user's filters
  std::uint64_t guest = 0;       ///< of virtual machines, which perf c2c leaves out too
  std::uint64_t undecodable = 0; ///< too short for their event, or of an unknown event
  perf::SpeSamples::Losses spe;  ///< in Arm SPE data
};

/// All samples of a recording, counted.
struct Aggregate {
  LineSurvey survey;         ///< of all lines
  std::vector<Cell> cells;   ///< of the interesting lines, by position in interestingLines()
  LineHomes homes;           ///< of the same lines; empty if neither known nor needed
  LineHistories histories;   ///< of the same lines
  std::vector<Block> blocks; ///< to which the cells' block numbers refer
  LeftOut left_out;
};

/// Decodes and counts every sample, in parallel, in no particular order. Two scans: the first
/// surveys all lines, the second collects the details of those that look contended, so that
/// memory grows with the contention in a recording, not with the memory the program touched.
Expected<Aggregate> aggregateSamples(const perf::Recording &recording,
                                     const perf::AddressSpaces &spaces, const LineKeys &keys,
                                     const CountOptions &options);

} // namespace fsfind::lines
