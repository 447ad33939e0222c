#include "cli/commands/PlacementOptions.h"

#include "cli/commands/Validators.h"

namespace fsfind::cli {

namespace {

constexpr double kLeastInterval = 0.001, kMostInterval = 1e6;
constexpr std::uint32_t kMostLooks = 1'000'000;
constexpr std::uint64_t kMostPages = std::uint64_t{1} << 30;

bool isProcessId(const std::string &text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

void addLookOptions(const Command &command, PlacementArguments &arguments) {
  const Section section(command, "Looking repeatedly");
  command
      .addOption("--after", arguments.after,
                 "Look at the command SECONDS after its start (default 1)")
      .typeName("SECONDS")
      .check(numberFrom(0, kMostInterval));
  command
      .addOption("--every", arguments.every,
                 "Look again every SECONDS, until the process ends (default: look once)")
      .typeName("SECONDS")
      .check(numberFrom(kLeastInterval, kMostInterval));
  command.addOption("--looks", arguments.looks, "Look at most N times with --every (default 100)")
      .typeName("N")
      .check(rangeOf(1, kMostLooks));
  command
      .addOption(
          "--time", arguments.time,
          "Read page tables for at most about so many seconds a look, in which calls of mmap "
          "by the process wait (default 2); search variables for pointers for as long")
      .typeName("SECONDS")
      .check(numberFrom(kLeastInterval, kMostInterval));
  command
      .addOption("--pages", arguments.pages,
                 "Ask for the node of at most N single pages a look (default 65536)")
      .typeName("N")
      .check(rangeOf(0, kMostPages));
}

} // namespace

void addPlacementOptions(const Command &command, PlacementArguments &arguments) {
  command
      .addOption("target", arguments.target,
                 "The process to look at, or a file that fsfind placement --format=json wrote, to "
                 "show it; a command to start follows --")
      .typeName("PID|FILE")
      .check(fileName());
  command.addOption("--format", arguments.format, "What to write (default text)")
      .check(oneOf({"text", "json"}));
  addTextOutputOptions(command, arguments);
  command
      .addOption("--recording", arguments.recording.recording,
                 "Join what FILE, a recording of the process or of an earlier run, shows of loads "
                 "from memory")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--debug-dir", arguments.recording.debug_dirs,
                 "Look for separate debug info in DIR (may be repeated)")
      .oneEach()
      .typeName("DIR")
      .check(directory());
  addLookOptions(command, arguments);
  command.addFlag("-q,--quiet", arguments.quiet, "Say nothing but errors beside the result");
  command.addFlag("-v,--verbose", arguments.verbose,
                  "Show each mapping, small objects and all advice, too");
}

bool namesFile(const PlacementArguments &arguments) {
  return !arguments.target.empty() && !isProcessId(arguments.target);
}

Expected<void> checkPlacement(const PlacementArguments &arguments) {
  const char *remedy = "give a process id, or a command after --";
  if (arguments.dashes && arguments.command.empty())
    return failure({"placement", {}, "there is no command after --", remedy});
  if (arguments.target.empty() && arguments.command.empty())
    return failure({"placement", {}, "there is no process to look at", remedy});
  if (!arguments.target.empty() && !arguments.command.empty())
    return failure({arguments.target, {}, "is given beside a command", "give one of the two"});
  const bool live = arguments.every > 0 || !arguments.recording.recording.empty();
  if (namesFile(arguments) && live)
    return failure({arguments.target,
                    {},
                    "is a file, but --every and --recording are for a running process",
                    remedy});
  return {};
}

} // namespace fsfind::cli
