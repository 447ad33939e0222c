#pragma once

#include "cli/check/CompileDatabase.h"
#include "cli/commands/SourceOptions.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// What sources a command is to read.
struct CheckInput {
  std::string source; ///< where it was found: a compile database, facts files, a folder
  std::vector<check::CompileCommand> commands;
  std::vector<std::string> unread; ///< source files among the paths that the database lacks
};

/// The units of a compile database, or the files before `--`; what is named but is not there, or
/// is no source, is an error. `folder` is the current one.
[[nodiscard]] Expected<CheckInput> findCheckInput(const SourceArguments &arguments,
                                                  const std::string &folder);

} // namespace fsfind::cli
