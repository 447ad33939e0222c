#include "cli/commands/MachineCommand.h"
#include "c2c-ingest/timing/TimeMachine.h"
#include "cli/commands/TextOutput.h"
#include "cli/commands/Validators.h"
#include "cli/report/MachineReport.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Progress.h"
#include "rules/codec/MachineFile.h"
#include "rules/measured/machine/CpuGroups.h"

#include <fmt/format.h>

#include <memory>
#include <ostream>

namespace fsfind::cli {

namespace {

constexpr double kLeastReading = 0.1, kMostReading = 3600;

struct MachineArguments : OutputArguments {
  std::string file;    ///< empty = this machine is measured
  std::string storage; ///< a folder; empty = none is measured
  std::string format = "text", only = "all", handover = "exchange";
  double seconds = 30;
  std::uint64_t seed = 1;
  bool quiet = false;
};

timing::TimingRequest timingRequest(const MachineArguments &arguments) {
  timing::TimingRequest request;
  request.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(arguments.seconds));
  request.handover = arguments.handover == "stores" ? Handover::Stores : Handover::Exchange;
  request.scope = arguments.only == "transfers" ? timing::Scope::Transfers
                  : arguments.only == "memory"  ? timing::Scope::Memory
                                                : timing::Scope::All;
  request.storage = arguments.storage;
  request.seed = arguments.seed;
  return request;
}

/// `signal` is the number of the one that ended the measurement; 0 = none did.
Expected<MachineMap> measure(const MachineArguments &arguments, int &signal) {
  FSFIND_TRY(const timing::Hardware hardware, timing::readHardware());
  const EndRequests requests;
  Progress progress(!arguments.quiet);
  timing::TimingRequest request = timingRequest(arguments);
  request.progress = [&](std::string_view stage, double done) {
    progress.update(stage, done);
    if (signal == 0)
      signal = requests.take();
    return signal == 0;
  };
  return timing::timeMachine(request, hardware);
}

std::string examples(const std::string &program) {
  return fmt::format("Examples:\n"
                     "  {0}\n"
                     "  {0} --format=json -o machine.json\n"
                     "  {0} machine.json\n"
                     "  {0} --only transfers --time 5\n",
                     program);
}

Expected<void> writeMap(const MachineArguments &arguments, const MachineMap &map) {
  const std::vector<GroupLevel> groups = cpuGroups(map);
  if (arguments.format == "text")
    return writeText(
        arguments, [&](const Traits &traits) { return report::machineText(map, groups, traits); });
  return writeOutput(arguments.output,
                     [&](std::ostream &out) { writeMachine(out, map, groups, FSFIND_VERSION); });
}

Expected<int> runMachine(const MachineArguments &arguments) {
  FSFIND_CHECK(tryOutput(arguments.output));
  FSFIND_CHECK(keepInput(arguments.output, arguments.file));
  int signal = 0;
  FSFIND_TRY(const MachineMap map,
             arguments.file.empty() ? measure(arguments, signal) : readMachineFile(arguments.file));
  if (signal != 0)
    return kSignalBase + signal;
  FSFIND_CHECK(writeMap(arguments, map));
  return kExitDone;
}

} // namespace

void addMachineCommand(const Command &app, Action &action) {
  addMachineOptions(app.addSubcommand("machine", "Measure what transfers of cachelines and memory "
                                                 "cost on this machine"),
                    action, "fsfind machine");
}

void addMachineOptions(const Command &command, Action &action, const std::string &program) {
  command.footer(examples(program));
  const auto arguments = std::make_shared<MachineArguments>();
  const Option file =
      command
          .addOption("file", arguments->file, "Show what was written as JSON, instead of measuring")
          .typeName("FILE")
          .check(fileName());
  command.addOption("--format", arguments->format, "What to write (default text)")
      .check(oneOf({"text", "json"}));
  addTextOutputOptions(command, *arguments);
  command
      .addOption("--time", arguments->seconds,
                 "Spend at most about so many seconds on measuring (default 30)")
      .typeName("SECONDS")
      .check(numberFrom(kLeastReading, kMostReading));
  command.addOption("--only", arguments->only, "Measure only a part (default all)")
      .check(oneOf({"all", "transfers", "memory"}));
  command
      .addOption("--storage", arguments->storage,
                 "Measure sequential reads from the storage of DIR, too, and what they and memory "
                 "take from each other; by fio")
      .typeName("DIR")
      .excludes(file)
      .check(directory());
  command
      .addOption("--handover", arguments->handover,
                 "Pass a line on by compare and swap, or by stores to two lines (default exchange)")
      .check(oneOf({"exchange", "stores"}));
  command
      .addOption("--seed", arguments->seed,
                 "Choose another order of pairs and of memory accesses (default 1)")
      .typeName("N")
      .check(wholeNumber());
  command.addFlag("-q,--quiet", arguments->quiet, "Show no progress");
  command.whenChosen(
      [arguments, &action] { action = [arguments] { return runMachine(*arguments); }; });
}

} // namespace fsfind::cli
