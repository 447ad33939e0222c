#pragma once

#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/record/Simulation.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fsfind::record {

/// What the header of a simulated recording tells beside the samples.
struct RecordingDescription {
  Simulation simulation;
  std::string version; ///< of fsfind, where perf writes its own
  std::string arch;    ///< of the program: `x86_64` or `aarch64`
  std::vector<std::string> command_line;
  std::uint64_t first_time = 0, last_time = 0; ///< ns, of the samples
  std::vector<perf::BuildIdEntry> build_ids;
};

/// Payloads of header features by number (tools/perf/util/header.h), in the order of their
/// sections.
std::map<unsigned, std::string> recordingFeatures(const RecordingDescription &description);

} // namespace fsfind::record
