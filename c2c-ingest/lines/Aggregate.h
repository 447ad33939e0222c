#pragma once

#include "c2c-ingest/lines/CellTable.h"
#include "c2c-ingest/lines/CountOptions.h"
#include "c2c-ingest/lines/LineHistory.h"
#include "c2c-ingest/lines/LineHomes.h"
#include "c2c-ingest/lines/LineKey.h"
#include "c2c-ingest/lines/LineSurvey.h"
#include "c2c-ingest/lines/SampleScanner.h"
#include "c2c-ingest/perf/Recording.h"

#include <vector>

namespace fsfind::lines {

/// Samples that may be listed: 256 MB.
inline constexpr std::size_t kMostListed = std::size_t{1} << 25;

/// All samples of a recording, counted.
struct Aggregate {
  LineSurvey survey;         ///< of all lines
  CellParts cells;           ///< of the interesting lines, by position in interestingLines()
  LineHomes homes;           ///< of the same lines; empty if neither known nor needed
  LineHistories histories;   ///< of the same lines
  std::vector<Block> blocks; ///< to which the cells' block numbers refer
  LeftOut left_out;
};

/// Decodes and counts every sample, in parallel, in no particular order: surveys all lines, and
/// collects the details of those that look contended. Memory grows with the contention in a
/// recording and with the number of its lines; beside that it takes eight bytes for each sample on
/// lines that do not look contended, which are listed in case that they are needed later. If they
/// are more than `most_listed`, the parts of the recording that hold the others are read again.
/// `made`: see SampleScanner; null for recordings whose samples are accesses.
Expected<Aggregate> aggregateSamples(const perf::Recording &recording,
                                     const perf::AllocationLog &blocks,
                                     const perf::AddressSpaces &spaces, const LineKeys &keys,
                                     const CountOptions &options,
                                     const std::vector<perf::Sample> *made = nullptr,
                                     std::size_t most_listed = kMostListed);

} // namespace fsfind::lines
