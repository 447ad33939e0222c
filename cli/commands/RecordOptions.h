#pragma once

#include "c2c-ingest/record/EngineChoice.h"
#include "c2c-ingest/record/HardwareEngine.h"
#include "c2c-ingest/record/Simulation.h"
#include "c2c-ingest/record/clock/ClockEvent.h"
#include "cli/commands/OptionTable.h"
#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::cli {

/// Bytes of what --max-size counts.
inline constexpr std::uint64_t kMegabyte = 1U << 20;

/// The arguments of `fsfind record` as the user gave them.
struct RecordArguments {
  std::vector<std::string> command;
  std::string output = "perf.data", engine = "auto";
  std::vector<std::uint32_t> pids;
  bool all_cpus = false, quiet = false, verbose = false, no_allocations = false, compress = false;
  std::string machine;             ///< a file of fsfind machine; empty = the usual latencies
  double duration = 0;             ///< seconds; 0 = none
  std::uint64_t max_megabytes = 0; ///< 0 = the engine's own limit
  std::optional<std::uint32_t> load_latency, frequency;
  std::optional<std::uint64_t> load_period, store_period;
  record::Simulation simulation;
};

/// Fails if options do not go together.
[[nodiscard]] Expected<void> checkOptions(const RecordArguments &arguments);

/// Declares `--engine`, which engineOf() reads, with the engines whose recordings are of accesses
/// unless others are given.
Option addEngineOption(const Command &command, std::string &engine,
                       std::vector<std::string> engines = {"auto", "hardware", "simulate",
                                                           "instrumented"});

/// Declares every option of `fsfind record`.
void addRecordOptions(const Command &command, RecordArguments &arguments);

/// How a recording was made, by the command line that it keeps: engine, simulated machine and
/// sampling. Of recordings by other programs only the engine is known. A clock counts no accesses,
/// so that another engine repeats what it recorded.
[[nodiscard]] RecordArguments recordedBy(const Source &source);

[[nodiscard]] record::Engine engineOf(const RecordArguments &arguments);
/// With the usual latencies.
[[nodiscard]] record::Simulation simulationOf(const RecordArguments &arguments);
/// With those of `machine`, if it is given.
[[nodiscard]] Expected<record::Simulation> pricedSimulation(const RecordArguments &arguments);
[[nodiscard]] record::HardwareSampling hardwareSampling(const RecordArguments &arguments);
[[nodiscard]] record::clock::ClockSampling clockSampling(const RecordArguments &arguments);
/// Leaves out the fields that do not come from arguments: version, command line, progress.
[[nodiscard]] record::RecordRequest recordRequest(const RecordArguments &arguments);

} // namespace fsfind::cli
