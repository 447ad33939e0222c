#pragma once

#include "c2c-ingest/perf/MappedFile.h"

#include <vector>

namespace fsfind::perf {

/// The files of one recording: a single one, or what `perf record --threads -o DIR` leaves in a
/// directory: `data` (or `header`) with a header, and `data.0`, `data.1`, … of bare records.
struct RecordingFiles {
  struct Part {
    std::string name; ///< for messages
    Bytes bytes;
  };
  Part main;
  std::vector<Part> records; ///< bare records, in numeric order
  std::vector<MappedFile> maps;

  static Expected<RecordingFiles> open(const std::string &path);
};

/// Whether the path is a file that begins as perf.data files do, or a directory with one in it.
[[nodiscard]] bool isRecording(const std::string &path);

} // namespace fsfind::perf
