#pragma once

#include "cli/commands/OptionTable.h"
#include "rules/compare/RunTimes.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <string>

namespace fsfind::cli {

/// How `fsfind fix` proves edits by doing, as the user gave it.
struct ProveArguments {
  std::string build, run;           ///< command lines for the shell; both empty: no proof by doing
  std::string folder;               ///< for copies; empty: the cache folder
  std::uint32_t runs = kLeastRuns;  ///< of each program, for times
  std::uint64_t most_megabytes = 0; ///< of the project's files; 0: the default
  std::string engine;               ///< empty: that of the recording, else any
};

/// Adds `--prove`, `--run` and what belongs to them.
void addProveOptions(const Command &command, ProveArguments &arguments);

[[nodiscard]] bool asksForProof(const ProveArguments &arguments);
/// Fails if options are given that have no meaning without others.
[[nodiscard]] Expected<void> checkProveOptions(const ProveArguments &arguments);

} // namespace fsfind::cli
