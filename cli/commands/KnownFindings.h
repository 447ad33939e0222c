#pragma once

#include "cli/commands/OptionTable.h"
#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <cstddef>
#include <string>
#include <vector>

/// Leaves out findings that a baseline or a suppression file names.
namespace fsfind::cli {

/// Paths of files; empty if the option was not given.
struct KnownArguments {
  std::string baseline, write_baseline, suppressions;
};

/// Adds `--baseline` and `--suppressions`.
void addLeaveOutOptions(const Command &command, KnownArguments &arguments);
/// Adds those and `--write-baseline`.
void addKnownOptions(const Command &command, KnownArguments &arguments);

struct LeftOut {
  std::size_t suppressed = 0; ///< number left out by `--suppressions`
  std::size_t known = 0;      ///< number left out by `--baseline`
};

/// Removes from the findings what the files name. Writes a new baseline, if asked for, of all
/// findings that are not suppressed; a baseline that is written to its own file need not be there
/// yet. If `verbose`, lists entries that match no finding on standard
/// error.
[[nodiscard]] Expected<LeftOut> leaveOutKnown(const KnownArguments &arguments, bool verbose,
                                              std::vector<Finding> &findings);

} // namespace fsfind::cli
