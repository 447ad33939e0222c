#include "c2c-ingest/record/SimulateEngine.h"

#include "c2c-ingest/record/Emulator.h"
#include "c2c-ingest/record/FixedAddresses.h"
#include "c2c-ingest/record/InstrumentedProgram.h"
#include "c2c-ingest/record/PreloadFolder.h"
#include "c2c-ingest/record/RecordingFile.h"
#include "c2c-ingest/record/RecordingHead.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

std::uint64_t sizeOf(const std::string &path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return error ? 0 : size;
}

/// Stops Go's runtime from preempting goroutines every 10 ms, unless the user has set it. In 10 ms
/// of the host's time a simulated program does a hundredth of its usual work, so preemption would
/// add memory traffic that a native run does not have.
std::string withoutTimedPreemption() {
  const char *set = std::getenv("GODEBUG");
  const std::string settings = set == nullptr ? "" : set;
  if (settings.find("asyncpreemptoff=") != std::string::npos)
    return "GODEBUG=" + settings;
  return "GODEBUG=" + settings + (settings.empty() ? "" : ",") + "asyncpreemptoff=1";
}

/// Go's and OpenMP's runtimes start one thread for each CPU of the host; these variables give them
/// the number of simulated CPUs instead, unless the user has set them.
std::vector<std::string> environmentFor(const Simulation &simulation) {
  std::vector<std::string> variables = {withoutTimedPreemption()};
  for (const char *name : {"GOMAXPROCS", "OMP_NUM_THREADS"})
    if (!std::getenv(name))
      variables.push_back(std::string(name) + "=" + std::to_string(simulation.cpus));
  return variables;
}

std::uint64_t limitOf(const RecordRequest &request) {
  return request.max_bytes == 0 ? kDefaultMaxBytes : request.max_bytes;
}

Watch watchFor(const RecordRequest &request) {
  Watch watch;
  watch.duration = request.duration;
  watch.progress = request.progress;
  watch.unheeded = request.unheeded;
  watch.ends_as_one = true; // emulators would go on, and record nothing
  return watch;
}

/// What is started, and how.
struct Launch {
  std::vector<std::string> command, variables;
  std::string arch; ///< of the program
  Error vain;       ///< why nothing was recorded, if nothing was
};

/// If the program does not start, or not with what records, it ends before a record is written.
Expected<void> checkStarted(const RecordingFile &file, const Launch &launch, const ChildEnd &end) {
  if (sizeOf(file.path()) > kHeadSize)
    return {};
  if (auto trouble = file.trouble())
    return failure(std::move(*trouble));
  if (end.ending == Ending::Interrupted)
    return failure({{}, {}, "interrupted before the program ran: nothing is recorded", {}});
  return failure(launch.vain);
}

/// The libraries to load into the program so that it tells of its allocations.
std::vector<std::string> allocationLibraries(const Emulator &emulator,
                                             const GuestProgram &program) {
  if (program.checks_heap)
    return {};
  std::vector<std::string> libraries = {emulator.allocations};
  if (program.uses_new)
    libraries.push_back(emulator.allocations_cxx);
  std::erase(libraries, "");
  return libraries;
}

/// The simulation with what the plugin needs to know of the request.
Simulation simulationFor(const RecordRequest &request, Simulation simulation) {
  std::error_code gone; // the working folder, perhaps; then making the file says so
  const fs::path path = fs::absolute(request.output, gone);
  simulation.out = gone ? request.output : path.string();
  simulation.max_bytes = limitOf(request);
  simulation.allocations = request.allocations ? 1 : 0;
  return simulation;
}

Expected<Launch> instrumentedRun(const RecordRequest &request, const GuestProgram &program,
                                 const Simulation &simulation, const Host &host,
                                 const std::vector<std::string> &plugin_folders) {
  FSFIND_TRY(std::vector<std::string> variables,
             variablesToRecord(program, simulation, plugin_folders));
  std::ranges::move(environmentFor(simulation), std::back_inserter(variables));
  std::vector<std::string> command = request.command;
  command.at(0) = host.findProgram(command.at(0)).value_or(command.at(0));
  Error vain{command.at(0),
             {},
             "ran, but neither it nor what it executed is built with -fsanitize=thread and loads "
             "libtsan.so: nothing is recorded",
             "build it so with gcc, or have it simulated: --engine=simulate"};
  if (program.instrumented != Instrumentation::None) {
    vain.what = "ended before any of its accesses was recorded";
    vain.remedy = "see whether it runs to its end without fsfind";
  }
  return Launch{std::move(command), std::move(variables), program.arch, std::move(vain)};
}

Expected<RecordResult> record(const RecordRequest &request, const Launch &launch,
                              Simulation simulation) {
  FSFIND_TRY(RecordingFile file, RecordingFile::create(request.output, simulation));
  if (request.starting)
    request.starting(launch.command);
  const FixedAddresses fixed;
  const auto end = runChild(launch.command, launch.variables, watchFor(request), request.place);
  const auto started = end ? checkStarted(file, launch, *end) : failure(end.error());
  if (!started) {
    file.discard();
    return failure(started.error());
  }
  FSFIND_TRY(const RecordedData recorded,
             file.finish({request.version, launch.arch, request.command_line, request.compress}));
  simulation.by_code = recorded.by_code;
  return RecordResult{recorded.samples, "simulated: " + inWords(simulation),    *end,
                      recorded.losses,  std::uint64_t{1} << recorded.doublings, simulation};
}

} // namespace

Expected<RecordResult> simulate(const RecordRequest &request, const Simulation &wanted,
                                const Host &host, const std::vector<std::string> &plugin_folders) {
  Simulation simulation = simulationFor(request, wanted);
  if (const std::string problem = sim::problemWith(simulation); !problem.empty())
    return failure({"simulation", {}, problem, "see fsfind record --help"});
  const std::vector<std::string> guest = throughInterpreters(request.command, host);
  FSFIND_TRY(const GuestProgram program, findGuestProgram(guest.at(0), host));
  if (request.engine == Engine::Instrumented || program.instrumented != Instrumentation::None) {
    simulation.by_code = Simulation::ByCode::Always;
    FSFIND_TRY(Launch launch, instrumentedRun(request, program, simulation, host, plugin_folders));
    return record(request, launch, simulation);
  }
  FSFIND_TRY(const Emulator emulator, findEmulator(program.arch, host, plugin_folders));
  const PreloadFolder preload(request.allocations ? allocationLibraries(emulator, program)
                                                  : std::vector<std::string>(),
                              host);
  return record(request,
                {emulatorCommand(emulator, program, guest, simulation, host, preload.path()),
                 environmentFor(simulation),
                 program.arch,
                 {emulator.path,
                  {},
                  "could not run the program; its message is above",
                  "see whether it runs without the plugin: " + emulator.path + " PROGRAM"}},
                simulation);
}

} // namespace fsfind::record
