#pragma once

#include "rules/model/Profile.h"

namespace fsfind::cli {

/// Warns of each part of a recording that could not be read, and of each module that was built anew
/// since: whoever reads only the first lines, or only the result of a program, must know.
void warnOfMissingParts(const Profile &profile);

} // namespace fsfind::cli
