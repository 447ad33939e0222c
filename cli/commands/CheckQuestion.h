#pragma once

#include "cli/check/Check.h"
#include "cli/commands/SourceOptions.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// The question that the arguments ask: line size, confidence, paths, and the given rules.
[[nodiscard]] check::Question questionOf(const SourceArguments &arguments,
                                         std::vector<std::string> rules);

/// The size that the arguments give, or else the largest of the units' targets, in bytes.
[[nodiscard]] std::uint32_t lineSizeOf(const SourceArguments &arguments,
                                       const std::vector<FactUnit> &units);

} // namespace fsfind::cli
