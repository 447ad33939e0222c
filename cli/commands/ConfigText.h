#pragma once

#include "cli/commands/ConfigOptions.h"

#include <string>
#include <string_view>
#include <vector>

/// A configuration as text.
namespace fsfind::cli {

/// What is set, a line each, with its place: for people.
[[nodiscard]] std::string configSummary(const analyzer::Config &config);

/// What is set in force to the path of nothing that exists, a line each with place and key. Paths
/// are relative to the current folder.
[[nodiscard]] std::vector<std::string> missingPaths(const analyzer::Config &config);

/// Every key, as a file that says the same, with comments on where each value is from.
[[nodiscard]] std::string configDump(const analyzer::Config &config);
/// The same of what one command goes by; `command` is its name.
[[nodiscard]] std::string configDump(std::string_view command,
                                     const std::vector<UsedValues> &values);

} // namespace fsfind::cli
