#pragma once

#include "c2c-ingest/record/FeaturePayloads.h"
#include "c2c-ingest/record/Simulation.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::record {

/// The facts that the header features of a simulated recording are made from.
struct RecordingDescription {
  Simulation simulation;
  std::string version; ///< of fsfind; perf writes its own version in this place
  std::string arch;    ///< of the program: `x86_64` or `aarch64`
  std::vector<std::string> command_line;
  std::uint64_t first_time = 0, last_time = 0; ///< ns, of the samples
  std::vector<perf::BuildIdEntry> build_ids;
};

FeaturePayloads recordingFeatures(const RecordingDescription &description);

} // namespace fsfind::record
