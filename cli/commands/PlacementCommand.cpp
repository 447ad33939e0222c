#include "cli/commands/Commands.h"
#include "cli/commands/PlacementOptions.h"
#include "cli/commands/PlacementRun.h"
#include "cli/report/PlacementReport.h"
#include "cli/terminal/Output.h"
#include "rules/codec/PlacementFile.h"
#include "rules/placement/Judge.h"

#include <memory>
#include <ostream>

namespace fsfind::cli {

namespace {

constexpr const char *kPlacementFooter =
    "Examples:\n"
    "  fsfind placement 4711\n"
    "  fsfind placement --recording perf.data 4711\n"
    "  fsfind placement --after 5 -- ./solver --threads 8\n"
    "  fsfind placement --format=json -o placement.json 4711\n"
    "  fsfind placement placement.json\n\n"
    "The exit code is 0; with a command, the command's own; 2, with a "
    "message, if there is nothing\n"
    "to look at.\n";

Expected<void> writeLook(const PlacementArguments &arguments, const JudgedPlacement &look) {
  return writeText(arguments, [&](const Traits &traits) {
    return report::placementText(look, traits, arguments.verbose);
  });
}

Expected<void> writeLooks(const PlacementArguments &arguments,
                          const std::vector<JudgedPlacement> &looks) {
  if (arguments.format == "json")
    return writeOutput(arguments.output,
                       [&](std::ostream &out) { writePlacements(out, looks, FSFIND_VERSION); });
  return writeText(arguments, [&](const Traits &traits) {
    std::string text;
    for (const JudgedPlacement &look : looks)
      text += (text.empty() ? "" : "\n") + report::placementText(look, traits, arguments.verbose);
    return text;
  });
}

Expected<int> showFile(const PlacementArguments &arguments) {
  FSFIND_CHECK(keepInput(arguments.output, arguments.target));
  FSFIND_TRY(std::vector<Placement> read, readPlacementFile(arguments.target));
  std::vector<JudgedPlacement> looks;
  for (Placement &look : read) {
    PlacementVerdict verdict = judgePlacement(look);
    looks.push_back({std::move(look), std::move(verdict)});
  }
  FSFIND_CHECK(writeLooks(arguments, looks));
  return kExitDone;
}

/// Text of several looks, or beside a running command, is shown look by look.
bool isShownAtOnce(const PlacementArguments &arguments) {
  return arguments.format == "text" && arguments.output == "-" &&
         (arguments.every > 0 || !arguments.command.empty());
}

Expected<int> runPlacement(PlacementArguments arguments) {
  FSFIND_CHECK(checkPlacement(arguments));
  FSFIND_CHECK(tryOutput(arguments.output));
  if (namesFile(arguments))
    return showFile(arguments);
  FSFIND_CHECK(keepInput(arguments.output, arguments.recording.recording));
  const bool at_once = isShownAtOnce(arguments);
  arguments.no_pager |= at_once;
  std::vector<JudgedPlacement> looks;
  FSFIND_TRY(const int exit_code,
             lookAsAsked(arguments, [&](JudgedPlacement look) -> Expected<void> {
               if (at_once)
                 return writeLook(arguments, look);
               looks.push_back(std::move(look));
               return {};
             }));
  if (!at_once)
    FSFIND_CHECK(writeLooks(arguments, looks));
  return exit_code;
}

} // namespace

void addPlacementCommand(const Command &app, Action &action, const CommandWords &after_dashes) {
  const Command command = app.addSubcommand(
      "placement", "Show on which NUMA nodes a running process's memory and threads are");
  command.footer(kPlacementFooter);
  const auto arguments = std::make_shared<PlacementArguments>();
  addPlacementOptions(command, *arguments);
  command.whenChosen([arguments, after_dashes, &action] {
    if (after_dashes) {
      arguments->command = *after_dashes;
      arguments->dashes = true;
    }
    action = [arguments] { return runPlacement(*arguments); };
  });
}

} // namespace fsfind::cli
