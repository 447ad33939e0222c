#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <vector>

/// Keeps `fsfind fix --apply` to the files that its user expects it to write.
namespace fsfind::fix {

/// Removes the edits of findings that change a file which is read-only or outside the project: the
/// repository of the current folder, or that folder itself where there is no repository, whatever
/// files a compile database or debug info names, and wherever symbolic links lead. `current` is
/// absolute and without symbolic links. Returns a line for each of these files.
std::vector<std::string> dropForeignEdits(std::vector<Finding> &findings,
                                          const std::string &current);

} // namespace fsfind::fix
