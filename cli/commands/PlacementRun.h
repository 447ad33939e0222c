#pragma once

#include "cli/commands/PlacementOptions.h"
#include "rules/model/PlacementVerdict.h"

#include <functional>

namespace fsfind::cli {

/// Looks at the process, or starts the command and looks at it, as often as asked, and gives each
/// look to `take`. Returns the exit code: the command's own, else 0. Fails if the first look does;
/// a process that ends later ends the looks.
[[nodiscard]] Expected<int> lookAsAsked(const PlacementArguments &arguments,
                                        const std::function<Expected<void>(JudgedPlacement)> &take);

} // namespace fsfind::cli
