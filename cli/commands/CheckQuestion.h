#pragma once

#include "cli/check/Check.h"
#include "cli/commands/SourceOptions.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// What the arguments ask of the sources: these rules, the line size, confidence and paths.
[[nodiscard]] check::Question questionOf(const SourceArguments &arguments,
                                         std::vector<std::string> rules);

} // namespace fsfind::cli
