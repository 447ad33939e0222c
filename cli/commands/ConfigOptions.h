#pragma once

#include "analyzer/config/Config.h"
#include "cli/commands/OptionTable.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

/// Gives options that the user did not type the values of the project's configuration file.
namespace fsfind::cli {

struct ConfigArguments {
  std::string file; ///< empty = look for one
  bool none = false;
};

/// Adds `--config` and `--no-config`.
void addConfigOptions(const Command &command, ConfigArguments &arguments);

/// The configuration for who works in `folder`, an absolute path: of the file that the arguments
/// name, or of the one that is found. Paths in it and in errors are absolute.
[[nodiscard]] Expected<analyzer::Config> configFor(const ConfigArguments &arguments,
                                                   const std::string &folder);
/// The same, but paths that are below `folder` are relative to it.
[[nodiscard]] Expected<analyzer::Config> configInForce(const ConfigArguments &arguments,
                                                       const std::string &folder);

/// Where the value of a command's option is from.
struct UsedValues {
  const analyzer::ConfigKey *key = nullptr;
  std::vector<analyzer::ConfigValue> told; ///< by the file
  std::vector<std::string> typed;          ///< by the user; both empty = the default
};

/// Has options take what the configuration has for them, and returns all that the command has a key
/// for. Call it when the command's own options are parsed. A typed option keeps its value, but
/// lists that add up begin with the file's. What goes with no typed option is left out, and so are
/// paths if `paths_are_sources`. An error names the place in the file.
[[nodiscard]] Expected<std::vector<UsedValues>>
useConfig(const Command &command, const analyzer::Config &config, bool paths_are_sources = false);

/// An error of the command that took the values: if it is about one of the file's, with its place.
[[nodiscard]] Error withPlace(Error error, const std::vector<UsedValues> &values);

/// What the file has added, as words of a command line.
[[nodiscard]] std::vector<std::string> asWords(const std::vector<UsedValues> &values);

} // namespace fsfind::cli
