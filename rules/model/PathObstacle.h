#pragma once

#include "rules/model/Expected.h"

#include <filesystem>
#include <optional>
#include <string>

namespace fsfind {

/// Why a path leads to nothing; none if it leads to something. Of what does not exist, the error
/// has these clauses. Else it says what stat(2) does, as where a folder on the way may not be
/// entered.
[[nodiscard]] std::optional<Error> obstacleTo(const std::string &path,
                                              const char *absent = "no such file or folder",
                                              const char *remedy = "check its spelling");

/// Whether the path is the folder, or lies below it, by their names.
[[nodiscard]] bool isWithin(const std::filesystem::path &path, const std::filesystem::path &folder);

/// Why nothing is written to a path: it is a link that leads neither to its own folder nor below,
/// or lies behind one that leads out of the checkout in which it lies. A stranger's checkout may
/// have it under a name that users give. None of links in /dev and /proc, and none of one that
/// leads nowhere.
[[nodiscard]] std::optional<Error> strayLink(const std::string &path);

/// The file that is to be written where a path is named: of a link, its target. Fails by
/// strayLink().
[[nodiscard]] Expected<std::string> writtenFile(const std::string &path);

} // namespace fsfind
