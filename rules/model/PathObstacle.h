#pragma once

#include "rules/model/Expected.h"

#include <optional>
#include <string>

namespace fsfind {

/// Why a path leads to nothing; none if it leads to something. Of what does not exist, the error
/// has these clauses. Else it says what stat(2) does, as where a folder on the way may not be
/// entered.
[[nodiscard]] std::optional<Error> obstacleTo(const std::string &path,
                                              const char *absent = "no such file or folder",
                                              const char *remedy = "check its spelling");

} // namespace fsfind
