#pragma once

#include "cli/commands/CheckOptions.h"
#include "cli/commands/SourceReading.h"
#include "cli/fix/Proof.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// What is found in sources that were read, for a proof: without findings that a baseline or
/// suppression file leaves out. `verbose` as for leaveOutKnown().
[[nodiscard]] Expected<fix::Outcome> outcomeOf(const CheckArguments &arguments,
                                               SourceReading reading,
                                               const std::vector<std::string> &rules, bool verbose);

} // namespace fsfind::cli
