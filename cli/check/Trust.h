#pragma once

#include <string>
#include <vector>

namespace fsfind::check {

/// The folders in which every file may be told of (rules/input/Telling.h): where fsfind runs, and
/// the repository around it. Real paths. A compile database is none of these: a checkout may have a
/// link to it, and its configuration name it.
[[nodiscard]] std::vector<std::string> trustedFolders(const std::string &folder);

} // namespace fsfind::check
