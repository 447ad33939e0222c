#pragma once

#include "c2c-ingest/perf/Recording.h"

#include <cstddef>
#include <vector>

namespace fsfind::record {

/// A simulated process and all that it forks have caches in common for memory that they share;
/// a program that one of them executes begins anew. Returns how many files, or pieces of shared
/// memory, several of these families map MAP_SHARED, at least one of them to write: contention
/// between the families is not in the recording. `events` are a simulated recording's, in the order
/// of the file, and name only mappings that samples hit.
std::size_t countMappedApart(const std::vector<perf::SideEvent> &events);

} // namespace fsfind::record
