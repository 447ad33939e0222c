#include "cli/commands/RecordingOptions.h"

#include "cli/commands/Validators.h"
#include "cli/terminal/Progress.h"

namespace fsfind::cli {

namespace {

constexpr unsigned kMostThreads = 1024;

/// A list option takes one argument, comma-separated, and may be repeated.
template <class T>
Option addList(const Command &command, const char *name, std::vector<T> &values, const char *type,
               const char *help) {
  return command.addOption(name, values, help).delimiter(',').oneEach().typeName(type);
}

} // namespace

void addFilterOptions(const Command &command, RecordingArguments &arguments) {
  const Section section(command, "Choosing samples");
  addList(command, "--pid", arguments.pids, "PID,...", "Only samples of these processes")
      .check(processId());
  addList(command, "--tid", arguments.tids, "TID,...", "Only samples of these threads")
      .check(threadId());
  addList(command, "--comm", arguments.comms, "NAME,...", "Only samples of threads so named");
}

void addReadingOptions(const Command &command, RecordingArguments &arguments) {
  const Section section(command, kReadingRecordings);
  command.addOption("--symfs", arguments.symfs, "Look for recorded files under DIR instead of /")
      .typeName("DIR")
      .check(directory());
  command
      .addOption("--debug-dir", arguments.debug_dirs,
                 "Look for separate debug info in DIR (may be repeated)")
      .oneEach()
      .typeName("DIR")
      .check(directory());
  command.addFlag("--double-line", arguments.double_line,
                  "Take pairs of lines as one, since adjacent-line prefetchers fetch both");
  command.addOption("--threads", arguments.threads, "Use N threads (default: one per CPU)")
      .typeName("N")
      .check(rangeOf(0U, kMostThreads));
}

ingest::IngestOptions ingestOptions(const RecordingArguments &arguments, std::uint32_t line_size) {
  ingest::IngestOptions options;
  options.line_size = line_size;
  options.double_line = arguments.double_line;
  options.pids = arguments.pids;
  options.tids = arguments.tids;
  options.comms = arguments.comms;
  options.search.symfs = arguments.symfs;
  options.search.debug_dirs = arguments.debug_dirs;
  options.threads = arguments.threads;
  return options;
}

Expected<Profile> readRecording(const RecordingArguments &arguments, ingest::IngestOptions options,
                                bool quiet) {
  Progress progress(!quiet);
  options.progress = [&](std::string_view stage, double fraction) {
    progress.update(stage, fraction);
  };
  return ingest::ingest(arguments.recording, options);
}

} // namespace fsfind::cli
