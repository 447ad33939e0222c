#pragma once

#include "cli/check/CompileDatabase.h"

#include <string>
#include <vector>

namespace fsfind::check {

/// The folders in which units may read every file (analyzer::UnitRequest::trusted): those that the
/// user named by running fsfind in `folder`, and by giving `source` (a compile database, or text
/// that is no path), with their repositories; and the folder that holds both the database and its
/// units, unless that is as much as a home directory. All are real paths.
[[nodiscard]] std::vector<std::string> trustedFolders(const std::string &folder,
                                                      const std::string &source,
                                                      const std::vector<CompileCommand> &commands);

} // namespace fsfind::check
