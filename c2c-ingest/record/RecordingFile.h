#pragma once

#include "c2c-ingest/record/HeldFile.h"
#include "c2c-ingest/record/Losses.h"
#include "c2c-ingest/record/Simulation.h"
#include "rules/model/Expected.h"

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

/// Where a recording of this name goes, which a symbolic link may say. Fails if that is a device, a
/// pipe, or what fsfind and the command print to, which no recording may replace.
[[nodiscard]] Expected<std::string> recordingPlace(const std::string &path);

/// A perf.data to which another process appends records (RecordLayout.h) between `create` and
/// `finish`. Without `finish` it is what an interrupted `perf record` leaves, and is read as such.
class RecordingFile {
public:
  /// Writes the head, for the user alone to read, as perf does. A recording of that name is kept as
  /// `path.old`, as perf keeps it; if the head cannot be written, it stays as it was.
  static Expected<RecordingFile> create(const std::string &path, const Simulation &simulation);

  /// Cuts off a torn last record, appends the header features, and completes the head. Fails, with
  /// a complete file, if a process could not append its records or they could not be compressed; of
  /// no samples, as discard() leaves it.
  Expected<RecordedData> finish(const RecordedRun &run);

  /// Why a process could not append its records; none if each could.
  [[nodiscard]] std::optional<Error> trouble() const;

  /// Removes the file; the recording it replaced gets its name back.
  void discard();

  [[nodiscard]] const std::string &path() const { return path_; }

private:
  RecordingFile(std::string path, const Simulation &simulation, bool replaced)
      : path_(std::move(path)), simulation_(simulation), replaced_(replaced) {}

  [[nodiscard]] Expected<void> complete(const RecordedRun &run, RecordedData &into) const;

  std::string path_;
  Simulation simulation_;
  bool replaced_;
  HeldFile held_;
};

} // namespace fsfind::record
