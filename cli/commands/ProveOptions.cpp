#include "cli/commands/ProveOptions.h"

#include "cli/commands/RecordOptions.h"
#include "cli/commands/Validators.h"

namespace fsfind::cli {

namespace {

constexpr std::uint64_t kMostRuns = 1000;
constexpr std::uint64_t kMostCopiedMegabytes = std::uint64_t{1} << 24U;

} // namespace

void addProveOptions(const Command &command, ProveArguments &arguments) {
  command
      .addOption("--prove", arguments.build,
                 "Keep only edits that pay: build by COMMAND in a copy of the project, without and "
                 "with them")
      .typeName("COMMAND")
      .check(notEmpty("a command that builds the project"));
  command
      .addOption("--run", arguments.run,
                 "With --prove: run, record and time what was built by COMMAND")
      .typeName("COMMAND")
      .check(notEmpty("a command that runs what was built"));
  const Section section(command, "Proof");
  command
      .addOption(
          "--runs", arguments.runs,
          "With --prove: run old and new N times each for their times (default 10, the least)")
      .typeName("N")
      .check(rangeOf(kLeastRuns, kMostRuns));
  command
      .addOption("--prove-dir", arguments.folder,
                 "With --prove: put the copies into DIR (default: the user's cache folder)")
      .typeName("DIR")
      .check(fileName());
  command
      .addOption("--prove-size", arguments.most_megabytes,
                 "With --prove: copy projects of up to N megabytes (default 2048)")
      .typeName("N")
      .check(rangeOf(1, kMostCopiedMegabytes));
  addEngineOption(command, arguments.engine)
      .description("With --prove: record as fsfind record does with this option (default: as the "
                   "recording was made)");
}

bool asksForProof(const ProveArguments &arguments) {
  return !arguments.build.empty() && !arguments.run.empty();
}

Expected<void> checkProveOptions(const ProveArguments &arguments) {
  if (asksForProof(arguments))
    return {};
  if (arguments.build.empty() != arguments.run.empty())
    return failure({arguments.build.empty() ? "--run" : "--prove",
                    {},
                    "is given alone",
                    "give the command that builds by --prove, and the one that runs by --run"});
  return {};
}

} // namespace fsfind::cli
