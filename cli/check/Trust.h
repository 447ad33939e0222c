#pragma once

#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::check {

/// The folders in which every file may be told of (rules/input/Telling.h): where fsfind runs, and
/// the repository around it. Real paths. A compile database is none of these: a checkout may have a
/// link to it, and its configuration name it.
[[nodiscard]] std::vector<std::string> trustedFolders(const std::string &folder);

/// A file that facts, a recording or debug info name, which may be a stranger's: only if words of
/// it may be told to who runs fsfind here.
[[nodiscard]] Expected<std::string> readNamed(const std::string &path);

/// A compile database, by the path that the user gave or that was found. A link in its folder may
/// lead to one that the user would not have a checkout name; the folder itself may lie anywhere.
[[nodiscard]] Expected<std::string> readDatabase(const std::string &path);

} // namespace fsfind::check
