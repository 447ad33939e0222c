#pragma once

#include "c2c-ingest/perf/MemoryNodes.h"
#include "c2c-ingest/perf/SampleDecoder.h"
#include "rules/model/Profile.h"

#include <optional>
#include <vector>

namespace fsfind::lines {

/// The NUMA node of a line's memory, and the first access to the line, as samples show them.
/// Merging is associative, so each worker makes its own.
struct LineHome {
  std::uint32_t node = CpuParts::kNone; ///< as Line::home
  FirstAccess first;

  /// `kind` is empty for samples that are neither load nor store.
  void add(const perf::Sample &sample, std::optional<AccessKind> kind,
           const perf::MemoryNodes &nodes);
  void merge(const LineHome &other);
};

/// By position in LineSurvey::interestingLines(); may be empty.
using LineHomes = std::vector<LineHome>;

void merge(LineHomes &homes, const LineHomes &others);

} // namespace fsfind::lines
