#pragma once

#include "c2c-ingest/record/ChildProcess.h"
#include "c2c-ingest/record/Host.h"
#include "c2c-ingest/record/Losses.h"
#include "c2c-ingest/record/Simulation.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::record {

/// Limit of a simulated recording's size where the user gives none: half a million to a million
/// samples, more of which hardly change a report.
inline constexpr std::uint64_t kDefaultMaxBytes = std::uint64_t{128} << 20;

/// Instrumented: code that is built with -fsanitize=thread records itself, and other code is not
/// recorded. Clock: a timer samples threads with their registers, from which a reader computes what
/// the code around each sample accesses.
enum class Engine : std::uint8_t { Auto, Hardware, Simulate, Instrumented, Clock };

/// What to record, for any engine.
struct RecordRequest {
  Engine engine = Engine::Auto;
  std::string output = "perf.data";
  std::vector<std::string> command; ///< may be empty with `pids` or `all_cpus`
  std::string pids;                 ///< comma-separated
  bool all_cpus = false;
  /// Limit of the recording's size; 0 = none for hardware, kDefaultMaxBytes for simulation.
  std::uint64_t max_bytes = 0;
  std::optional<std::chrono::duration<double>> duration;
  bool quiet = false;
  ChildPlace place;                      ///< where the command runs
  bool compress = false;                 ///< the recording
  bool allocations = true;               ///< of simulated programs are recorded
  std::string version;                   ///< of fsfind
  std::vector<std::string> command_line; ///< fsfind's own
  std::function<void(std::chrono::duration<double>)> progress; ///< may be empty
  /// Called if a command does not end soon that a limit ends, with the time until it is killed. May
  /// be empty.
  std::function<void(std::chrono::seconds)> unheeded;
  /// Called with the whole command before it is started. May be empty.
  std::function<void(const std::vector<std::string> &)> starting;
};

/// The result of recording.
struct RecordResult {
  std::uint64_t samples = 0;
  std::string how; ///< `simulated: …` or `measured: …`
  ChildEnd end;
  Losses losses = {};
  std::uint64_t one_of = 1; ///< so many samples one was kept, to stay below the limit of size
  std::optional<Simulation> simulation = {}; ///< none if it was measured
};

/// Runs the program under QEMU with fsfind's plugin; one that is built with -fsanitize=thread runs
/// itself, with fsfind's run-time library. If the program cannot be run, no file is left behind.
Expected<RecordResult> simulate(const RecordRequest &request, const Simulation &simulation,
                                const Host &host, const std::vector<std::string> &plugin_folders);

} // namespace fsfind::record
