#pragma once

#include "cli/check/CompileDatabase.h"
#include "cli/commands/SourceOptions.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// The sources that a command is to read.
struct CheckInput {
  std::string source; ///< what names them: a compile database, facts files, a folder
  std::vector<check::CompileCommand> commands;
  std::vector<std::string> unread; ///< source files given as paths that the database does not name
  std::vector<std::string> left_out;   ///< files that the database names in other languages
  std::vector<std::string> notes = {}; ///< on units that are missing, one line each
  std::string lacking = {}; ///< what the commands may lack if units have errors; empty = nothing
};

/// The units of a compile database, of debug info, or the files before `--`. A path that does not
/// exist is an error, and so is a file before `--` that is not a source. `folder` is the current
/// folder.
[[nodiscard]] Expected<CheckInput> findCheckInput(const SourceArguments &arguments,
                                                  const std::string &folder);

} // namespace fsfind::cli
