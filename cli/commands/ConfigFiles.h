#pragma once

#include "cli/commands/ConfigOptions.h"

#include <string>
#include <string_view>
#include <vector>

/// The files that a configuration names.
namespace fsfind::cli {

/// The file or folder that must be there for the value of a key: of a build folder its compile
/// database, else the path itself.
[[nodiscard]] std::string neededPath(const analyzer::ConfigKey &key, const std::string &path);

/// The configuration without the paths of files and folders that do not exist; only those of `key`,
/// unless it is empty. What cannot be reached may exist, and stays. A setting that loses all its
/// values is kept without: it still counts more than one of a file above.
[[nodiscard]] analyzer::Config withoutMissing(analyzer::Config config, std::string_view key = {});

/// Reads the files that the configuration gave to a command as the command will: build, knowledge,
/// baseline, suppressions and machine. Fails at the first that it could not use, with the value's
/// place in the configuration. Pipes and devices are left to the command.
[[nodiscard]] Expected<void> tryFiles(const std::vector<UsedValues> &values);

} // namespace fsfind::cli
