#pragma once

#include "cli/commands/OptionTable.h"
#include "cli/commands/RecordingOptions.h"
#include "cli/commands/TextOutput.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::cli {

/// The arguments of `fsfind placement` as the user gave them.
struct PlacementArguments : OutputArguments {
  std::string target;               ///< a process id, or a file; empty with a command
  std::vector<std::string> command; ///< to be started, with its arguments
  bool dashes = false;              ///< `--` was given
  std::string format = "text";
  RecordingArguments recording; ///< `recording` is empty if none is given
  double after = 1;             ///< seconds from the command's start to the first look
  double every = 0;             ///< seconds between looks; 0 = one look
  std::uint32_t looks = 100;    ///< the most, with `every`
  double time = 2;              ///< seconds for the files that need a walk over all page tables
  std::uint64_t pages = 65536;  ///< the most that are asked for in a look
  bool quiet = false, verbose = false;
};

/// Declares every option of `fsfind placement`.
void addPlacementOptions(const Command &command, PlacementArguments &arguments);

/// Whether the target is a file; else it is a process id, or there is a command.
[[nodiscard]] bool namesFile(const PlacementArguments &arguments);

/// Fails if there is not exactly one thing to look at, or if options do not go with it.
[[nodiscard]] Expected<void> checkPlacement(const PlacementArguments &arguments);

} // namespace fsfind::cli
