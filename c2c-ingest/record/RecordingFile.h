#pragma once

#include "c2c-ingest/record/HeldFile.h"
#include "c2c-ingest/record/Losses.h"
#include "c2c-ingest/record/Simulation.h"
#include "rules/model/Expected.h"

#include <cstdint>
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
  Losses losses;
};

/// A perf.data to which another process appends records (RecordLayout.h) between `create` and
/// `finish`. Without `finish` it is what an interrupted `perf record` leaves, and is read as such.
class RecordingFile {
public:
  /// Writes the head. A recording of that name is kept as `path.old`, as perf keeps it.
  static Expected<RecordingFile> create(const std::string &path, const Simulation &simulation);

  /// Cuts off a torn last record, appends the header features, and completes the head. Fails, with
  /// a complete file, if a process could not append its records or they could not be compressed.
  Expected<RecordedData> finish(const RecordedRun &run);

  /// Removes the file; the recording it replaced gets its name back.
  void discard();

  [[nodiscard]] const std::string &path() const { return path_; }

private:
  RecordingFile(std::string path, const Simulation &simulation, bool replaced)
      : path_(std::move(path)), simulation_(simulation), replaced_(replaced) {}

  [[nodiscard]] Expected<RecordedData> complete(const RecordedRun &run) const;

  std::string path_;
  Simulation simulation_;
  bool replaced_;
  HeldFile held_;
};

} // namespace fsfind::record
