#pragma once

#include "c2c-ingest/Ingest.h"
#include "cli/commands/OptionTable.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::cli {

/// What to read of a recording and where its names come from; common to the commands that read one.
struct RecordingArguments {
  std::string recording;
  std::vector<std::uint32_t> pids, tids;
  std::vector<std::string> comms, debug_dirs;
  std::string symfs;
  bool double_line = false;
  unsigned threads = 0;
};

/// Adds `--pid`, `--tid`, `--comm`.
void addFilterOptions(const Command &command, RecordingArguments &arguments);
/// Adds options on how the recording is read and where its files are.
void addReadingOptions(const Command &command, RecordingArguments &arguments);

/// The options for ingest, without a progress callback. `line_size` is in bytes, 0 = as recorded.
[[nodiscard]] ingest::IngestOptions ingestOptions(const RecordingArguments &arguments,
                                                  std::uint32_t line_size);

/// Reads the recording, and shows its progress unless `quiet`.
[[nodiscard]] Expected<Profile> readRecording(const RecordingArguments &arguments,
                                              ingest::IngestOptions options, bool quiet);

} // namespace fsfind::cli
