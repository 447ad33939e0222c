#pragma once

#include "cli/commands/OptionTable.h"
#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <cstddef>
#include <string>
#include <vector>

/// Findings that the user knows of or does not want to hear of, left out by files.
namespace fsfind::cli {

/// Paths; empty where there is none.
struct KnownArguments {
  std::string baseline, write_baseline, suppressions;
};

/// `--baseline`, `--suppressions`.
void addLeaveOutOptions(const Command &command, KnownArguments &arguments);
/// These and `--write-baseline`.
void addKnownOptions(const Command &command, KnownArguments &arguments);

struct LeftOut {
  std::size_t suppressed = 0; ///< by `--suppressions`
  std::size_t known = 0;      ///< by `--baseline`
};

/// Takes out of the findings what the files name, and writes the baseline that is asked for of all
/// that is not suppressed. `verbose` tells entries that name no finding, on standard error.
[[nodiscard]] Expected<LeftOut> leaveOutKnown(const KnownArguments &arguments, bool verbose,
                                              std::vector<Finding> &findings);

} // namespace fsfind::cli
