#pragma once

#include "c2c-ingest/perf/MemoryNodes.h"
#include "c2c-ingest/perf/SampleDecoder.h"
#include "rules/model/Profile.h"

#include <optional>
#include <vector>

namespace fsfind::lines {

/// What samples tell of the node a line lives on. Merging is associative, so each worker makes its
/// own.
struct LineHome {
  std::uint32_t node = CpuParts::kNone; ///< as Line::home
  FirstAccess first;

  /// `kind` is empty for samples that are neither load nor store.
  void add(const perf::Sample &sample, std::optional<AccessKind> kind,
           const perf::MemoryNodes &nodes);
  void merge(const LineHome &other);
};

/// By position among the interesting lines; may be empty.
using LineHomes = std::vector<LineHome>;

void merge(LineHomes &homes, const LineHomes &others);

} // namespace fsfind::lines
