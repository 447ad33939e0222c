#pragma once

#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/lines/CellTable.h"
#include "c2c-ingest/perf/Recording.h"

#include <optional>
#include <vector>

namespace fsfind::lines {

/// All samples of a recording, counted.
struct Aggregate {
  std::vector<Cell> cells;
  std::uint64_t samples = 0;     ///< counted in cells
  std::uint64_t filtered = 0;    ///< left out by the user's filters
  std::uint64_t guest = 0;       ///< of virtual machines: perf c2c passes over them too
  std::uint64_t undecodable = 0; ///< too short for their event, or of an unknown event
  std::optional<std::uint64_t> first_time, last_time; ///< ns
};

/// Decodes and counts every sample, in parallel, in no particular order.
Expected<Aggregate> aggregateSamples(const perf::Recording &recording,
                                     const perf::AddressSpaces &spaces,
                                     const ingest::IngestOptions &options);

} // namespace fsfind::lines
