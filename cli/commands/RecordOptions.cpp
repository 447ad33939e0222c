#include "cli/commands/RecordOptions.h"

#include "c2c-ingest/record/MeasuredLatencies.h"
#include "cli/commands/ConfigOptions.h"
#include "cli/commands/MeasuredMachine.h"
#include "cli/commands/Validators.h"

#include <fmt/ranges.h>

#include <limits>

namespace fsfind::cli {

namespace {

/// A whole number from 1 on; CLI11's conversion checks the upper limit.
Check countingNumber() {
  return checkedBy([](const std::string &text) {
    const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
    const bool any = text.find_first_not_of('0') != std::string::npos;
    return digits && any ? std::string() : text + " is not a number from 1 on";
  });
}

template <class T>
Option addNumber(const Command &command, const char *name, T &value, const char *help) {
  return command.addOption(name, value, help).typeName("N").check(countingNumber());
}

void addRecordedOptions(const Command &command, RecordArguments &arguments) {
  command
      .addOption("-o,--output", arguments.output,
                 "Record into FILE (default perf.data); an existing FILE is kept as FILE.old")
      .typeName("FILE")
      .check(fileName());
  addEngineOption(command, arguments.engine,
                  {"auto", "hardware", "simulate", "instrumented", "clock"})
      .description("Measure, simulate, have code built with -fsanitize=thread record itself, or "
                   "sample by a clock, for estimates (default auto: measure where the machine "
                   "can)");
  command.addOption("-p,--pid", arguments.pids, "Record running processes (hardware and clock)")
      .delimiter(',')
      .oneEach()
      .typeName("PID,...")
      .check(processId());
  command.addFlag("-a,--all-cpus", arguments.all_cpus,
                  "Record the whole machine (hardware and clock)");
  command.addOption("--duration", arguments.duration, "End the recording after SECONDS")
      .typeName("SECONDS")
      .check(numberFrom(0.001, 1e9));
  addNumber(command, "--max-size", arguments.max_megabytes,
            "Keep the recording below N megabytes: simulation takes fewer samples (default 128); "
            "hardware's ends there")
      .check(rangeOf(1, std::uint64_t{1} << 30));
  command.addFlag("-z,--compress", arguments.compress, "Compress the recording, as perf's -z does");
  command.addFlag("-q,--quiet", arguments.quiet, "Say nothing but errors");
  command.addFlag("-v,--verbose", arguments.verbose, "Show the command that is started");
}

void addSamplingOptions(const Command &command, RecordArguments &arguments) {
  const Section section(command, "Sampling");
  addNumber(command, "--frequency", arguments.frequency,
            "Clock: sample each running thread N times a second (default 400)");
  addNumber(command, "--ldlat", arguments.load_latency,
            "Sample only loads of N cycles or more (default 30)");
  addNumber(command, "--period-loads", arguments.load_period,
            "Sample one of N such loads (simulation's default 10)");
  addNumber(command, "--period-stores", arguments.store_period,
            "Sample one of N stores (simulation's default 50)");
}

void addSimulationOptions(const Command &command, RecordArguments &arguments) {
  const Section section(command, "Simulation");
  record::Simulation &simulation = arguments.simulation;
  addNumber(command, "--cpus", simulation.cpus, "Simulate N CPUs (default 8)");
  addNumber(command, "--nodes", simulation.nodes,
            "Simulate N sockets with memory of their own (default 2)");
  addNumber(command, "--quantum", simulation.quantum,
            "Model a thread's instructions N at a time (default 200)");
  addNumber(command, "--window", simulation.window,
            "Let threads run apart by N instructions at most where they do not meet (default "
            "50000)");
  command
      .addOption("--budget", simulation.budget,
                 "For long programs: simulate PERCENT of the instructions, in bursts, and estimate "
                 "the rest (default: all)")
      .typeName("PERCENT")
      .check(rangeOf(1, 100));
  command
      .addOption("--machine", arguments.machine,
                 "Simulate the latencies that fsfind machine measured")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--seed", simulation.seed,
                 "Seed of the simulation: which thread goes first, which accesses are sampled "
                 "(default 1; 0: in turn)")
      .typeName("N")
      .check(wholeNumber());
  command.addFlag("--no-allocations", arguments.no_allocations,
                  "Do not record which heap blocks the samples hit");
  addNumber(command, "--line-size", simulation.line, "Simulate cachelines of N bytes (default 64)");
}

/// Whether the engine that was asked for simulates, or may.
bool simulates(const RecordArguments &arguments) {
  return arguments.engine != "hardware" && arguments.engine != "clock";
}

/// A clock samples code by time, the other engines sample accesses.
Expected<void> checkClockOptions(const RecordArguments &arguments) {
  const bool clock = arguments.engine == "clock";
  if (arguments.frequency && !clock)
    return failure({"--frequency",
                    {},
                    "is for a clock; accesses are sampled by --period-loads and --period-stores",
                    "leave out --frequency, or record with --engine=clock"});
  const char *of_accesses = arguments.load_latency   ? "--ldlat"
                            : arguments.load_period  ? "--period-loads"
                            : arguments.store_period ? "--period-stores"
                                                     : nullptr;
  if (clock && of_accesses != nullptr)
    return failure({of_accesses,
                    {},
                    "chooses among accesses; a clock samples code",
                    "leave it out, or choose how many samples by --frequency"});
  return {};
}

} // namespace

Option addEngineOption(const Command &command, std::string &engine,
                       std::vector<std::string> engines) {
  return command
      .addOption("--engine", engine,
                 "Measure, simulate, or have code built with -fsanitize=thread record itself "
                 "(default auto: measure where the machine can)")
      .check(oneOf(std::move(engines)));
}

void addRecordOptions(const Command &command, RecordArguments &arguments) {
  addRecordedOptions(command, arguments);
  addSamplingOptions(command, arguments);
  addSimulationOptions(command, arguments);
}

RecordArguments recordedBy(const Source &source) {
  constexpr std::size_t kCommand = 1; // behind fsfind's own path
  RecordArguments arguments;
  ConfigArguments config; // what it said is in the words, too
  const std::vector<std::string> &words = source.command_line;
  if (source.simulated && words.size() > kCommand && words[kCommand] == "record")
    if (!readWords({words.begin() + kCommand + 1, words.end()}, [&](const Command &command) {
          addRecordOptions(command, arguments);
          addConfigOptions(command, config);
        }))
      arguments = {};
  if (source.by_clock)
    arguments.engine = "auto";
  else if (!source.simulated)
    arguments.engine = "hardware";
  else if (arguments.engine != "instrumented")
    arguments.engine = "simulate";
  return arguments;
}

Expected<void> checkOptions(const RecordArguments &arguments) {
  if (arguments.output == "-")
    return failure({"--output -",
                    {},
                    "a recording is written to a file, not to standard output",
                    "name a file"});
  FSFIND_CHECK(checkClockOptions(arguments));
  if (!arguments.machine.empty() && !simulates(arguments))
    return failure({"--machine",
                    {},
                    "is for simulation; hardware measures latencies itself, and a clock has none",
                    "leave out --machine, or record with --engine=simulate"});
  if (arguments.simulation.budget != 0 && !simulates(arguments))
    return failure({"--budget",
                    {},
                    "is for simulation; samples of hardware are thinned by --period-loads, and "
                    "those of a clock by --frequency",
                    "leave out --budget, or record with --engine=simulate"});
  return {};
}

record::Engine engineOf(const RecordArguments &arguments) {
  if (arguments.engine == "hardware")
    return record::Engine::Hardware;
  if (arguments.engine == "instrumented")
    return record::Engine::Instrumented;
  if (arguments.engine == "clock")
    return record::Engine::Clock;
  return arguments.engine == "simulate" ? record::Engine::Simulate : record::Engine::Auto;
}

record::Simulation simulationOf(const RecordArguments &arguments) {
  record::Simulation simulation = arguments.simulation;
  simulation.ldlat = arguments.load_latency.value_or(simulation.ldlat);
  simulation.load_period = arguments.load_period.value_or(simulation.load_period);
  simulation.store_period = arguments.store_period.value_or(simulation.store_period);
  return simulation;
}

Expected<record::Simulation> pricedSimulation(const RecordArguments &arguments) {
  record::Simulation simulation = simulationOf(arguments);
  if (arguments.machine.empty())
    return simulation;
  FSFIND_TRY(const MachineMap map, readMeasuredMachine(arguments.machine));
  FSFIND_CHECK(record::takeLatencies(simulation, map, arguments.machine));
  return simulation;
}

record::HardwareSampling hardwareSampling(const RecordArguments &arguments) {
  // perf has one period for both events.
  const std::uint64_t stores = arguments.store_period.value_or(0);
  return {arguments.load_latency.value_or(0), arguments.load_period.value_or(stores)};
}

record::clock::ClockSampling clockSampling(const RecordArguments &arguments) {
  record::clock::ClockSampling sampling;
  sampling.frequency = arguments.frequency.value_or(sampling.frequency);
  return sampling;
}

record::RecordRequest recordRequest(const RecordArguments &arguments) {
  record::RecordRequest request;
  request.engine = engineOf(arguments);
  request.output = arguments.output;
  request.command = arguments.command;
  request.pids = fmt::format("{}", fmt::join(arguments.pids, ","));
  request.all_cpus = arguments.all_cpus;
  request.max_bytes = arguments.max_megabytes * kMegabyte;
  if (arguments.duration > 0)
    request.duration = std::chrono::duration<double>(arguments.duration);
  request.quiet = arguments.quiet;
  request.compress = arguments.compress;
  request.allocations = !arguments.no_allocations;
  return request;
}

} // namespace fsfind::cli
