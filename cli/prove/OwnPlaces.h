#pragma once

#include "cli/fix/Patch.h"
#include "rules/model/Profile.h"

#include <string>

namespace fsfind::prove {

/// Gives the code of a recording of a program, built from a copy of the project with the patch's
/// edits, the places that it has in the project without them, so that facts of the project's
/// sources are about it. `copy` and `project` are absolute folders.
void useOwnPlaces(Profile &profile, const std::string &copy, const std::string &project,
                  const fix::Patch &patch);

} // namespace fsfind::prove
