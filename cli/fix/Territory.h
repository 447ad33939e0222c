#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <string>
#include <vector>

/// Keeps `fsfind fix --apply` to the files that its user expects it to write.
namespace fsfind::fix {

/// The folders of the project, absolute and without symbolic links: the repository of the current
/// folder and of each unit, or that folder itself where there is no repository.
[[nodiscard]] std::vector<std::string> projectFolders(const std::string &current,
                                                      const std::vector<FactUnit> &units);

/// Removes the edits of findings that change a file which is read-only or in none of the folders.
/// Returns a line for each of these files.
std::vector<std::string> dropForeignEdits(std::vector<Finding> &findings,
                                          const std::vector<std::string> &folders);

} // namespace fsfind::fix
