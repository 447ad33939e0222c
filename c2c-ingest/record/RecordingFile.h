#pragma once

#include "c2c-ingest/record/Losses.h"
#include "c2c-ingest/record/RecordingOutput.h"
#include "c2c-ingest/record/Simulation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::record {

/// What the header of a finished simulated recording says about the program and the recorder.
struct RecordedRun {
  std::string version; ///< of fsfind
  std::string arch;    ///< of the program: `x86_64` or `aarch64`
  std::vector<std::string> command_line;
  bool compress = false; ///< the records are to be compressed
};

/// What a finished recording has, and what it lacks.
struct RecordedData {
  std::uint64_t samples = 0;
  unsigned doublings = 0; ///< RecordingStatus::doublings
  Simulation::ByCode by_code = Simulation::ByCode::No;
  Losses losses;
};

/// A simulated recording, to which other processes append records (RecordLayout.h).
class RecordingFile {
public:
  /// As RecordingOutput::create.
  static Expected<RecordingFile> create(const std::string &path, const Simulation &simulation);

  /// As RecordingOutput::finish.
  Expected<RecordedData> finish(const RecordedRun &run);

  [[nodiscard]] std::optional<Error> trouble() const { return output_.trouble(); }
  void discard() { output_.discard(); }
  [[nodiscard]] const std::string &path() const { return output_.path(); }

private:
  RecordingFile(RecordingOutput output, const Simulation &simulation)
      : output_(std::move(output)), simulation_(simulation) {}

  RecordingOutput output_;
  Simulation simulation_;
};

} // namespace fsfind::record
