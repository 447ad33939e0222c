#include "cli/commands/RecordRun.h"

#include "c2c-ingest/record/Emulator.h"
#include "c2c-ingest/record/clock/ClockEngine.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <unistd.h>

namespace fsfind::cli {

namespace {

/// Shows how long the recording has run, on a terminal. Only if standard output is none, so that
/// the line is not mixed with the program's output.
class Stopwatch {
public:
  explicit Stopwatch(bool wanted)
      : enabled_(wanted && isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0) {}
  ~Stopwatch() { clear(); }
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;

  void show(std::chrono::duration<double> elapsed) {
    const auto seconds = static_cast<long>(elapsed.count());
    if (enabled_ && seconds > shown_)
      tellRaw(fmt::format("\r\033[Krecording, {} s; Ctrl-C ends it", shown_ = seconds));
  }

  void clear() {
    if (shown_ > 0)
      tellRaw("\r\033[K");
    shown_ = 0;
  }

private:
  bool enabled_;
  long shown_ = 0; ///< seconds
};

/// Runs the engine that was chosen.
Expected<record::RecordResult> recordWith(const record::Choice &choice,
                                          const RecordArguments &arguments,
                                          const record::Simulation &simulation,
                                          const record::RecordRequest &request,
                                          const record::Host &host) {
  if (request.engine == record::Engine::Clock)
    return record::clock::recordByClock(request, clockSampling(arguments), host);
  if (choice.hardware && arguments.simulation.budget != 0)
    return failure({"--budget",
                    {},
                    "is for simulation, and this machine measures",
                    "leave out --budget, or record with --engine=simulate"});
  if (choice.hardware && !arguments.machine.empty())
    return failure({"--machine",
                    {},
                    "is for simulation, and this machine measures",
                    "leave out --machine, or record with --engine=simulate"});
  if (choice.hardware)
    return record::recordHardware(*choice.hardware, request, hardwareSampling(arguments));
  if (!choice.reason.empty())
    tellUnless(arguments.quiet, choice.reason + ": simulating");
  return record::simulate(request, simulation, host, record::pluginFolders());
}

} // namespace

Expected<record::RecordResult> recordAs(const RecordArguments &arguments,
                                        std::vector<std::string> command_line,
                                        record::ChildPlace place) {
  FSFIND_CHECK(checkOptions(arguments));
  FSFIND_TRY(const record::Simulation simulation, pricedSimulation(arguments));
  const record::Host host = record::Host::thisOne();
  Stopwatch stopwatch(!arguments.quiet);
  record::RecordRequest request = recordRequest(arguments);
  request.version = FSFIND_VERSION;
  request.command_line = std::move(command_line);
  request.place = std::move(place);
  request.progress = [&](std::chrono::duration<double> elapsed) { stopwatch.show(elapsed); };
  request.unheeded = [&](std::chrono::seconds left) {
    stopwatch.clear();
    tellUnless(
        arguments.quiet,
        fmt::format("asked to end, the command still runs; it is killed in {} s", left.count()));
  };
  if (arguments.verbose)
    request.starting = [&](const std::vector<std::string> &command) {
      tellUnless(arguments.quiet, "starting " + joined(command, " "));
    };
  FSFIND_TRY(const record::Choice choice, record::chooseEngine(request, host));
  FSFIND_TRY(record::RecordResult result, recordWith(choice, arguments, simulation, request, host));
  stopwatch.clear();
  return result;
}

void warnOfLosses(const record::RecordResult &result) {
  if (result.losses.full)
    tell(
        "warning: mappings and names of threads alone fill the recording, so that it lacks the end "
        "of the run: --max-size allows more");
  else if (result.losses.unnamed)
    tell("warning: names of heap blocks and of locals are missing, as there is no room for what "
         "they need: --max-size allows more");
  if (const std::uint32_t native = result.losses.native; native != 0)
    tell(fmt::format("warning: {} that the command executed {} not simulated and not recorded: set "
                     "user-IDs or capabilities, another processor, execution by a descriptor, a "
                     "root folder without QEMU, or a run-time library of -fsanitize=thread that "
                     "is part of the program prevent it; what {} to memory that recorded programs "
                     "share is missing, too",
                     counted(native, "program"), native == 1 ? "was" : "were",
                     native == 1 ? "it did" : "they did"));
  if (const std::size_t apart = result.losses.mapped_apart; apart != 0)
    tell(fmt::format("warning: {} mapped by several programs that were executed each on its own; "
                     "if they ran at the same time, contention between them is missing: it is "
                     "recorded between processes that fork without executing a program",
                     apart == 1 ? "1 piece of shared memory is"
                                : fmt::format("{} pieces of shared memory are", apart)));
  if (const std::uint32_t apart = result.losses.apart; apart != 0)
    tell(fmt::format("warning: for {} there was no room to model shared memory with others: "
                     "contention there is missing or inexact",
                     apart == 1 ? "1 process" : fmt::format("{} processes", apart)));
  if (result.losses.cut)
    tell("warning: the limit of size ended the recording before its time; --max-size allows more");
  if (const std::uint64_t overrun = result.losses.overrun; overrun != 0)
    tell(fmt::format("warning: {} lost, as the machine was too busy to write the recording: a "
                     "lower --frequency or idle CPUs prevent it",
                     overrun == 1 ? "1 record was" : fmt::format("{} records were", overrun)));
  if (const std::size_t left = result.end.left; left != 0)
    tell(left == 1
             ? "warning: 1 process of the command still runs; what it does from now on is not "
               "recorded"
             : fmt::format("warning: {} processes of the command still run; what they do from "
                           "now on is not recorded",
                           left));
}

} // namespace fsfind::cli
