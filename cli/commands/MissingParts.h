#pragma once

#include "rules/model/Profile.h"

#include <string_view>

namespace fsfind::cli {

/// Warns of each part of a recording that could not be read, and of each module that was built anew
/// since: whoever reads only the first lines, or only the result of a program, must know.
/// `otherwise`: what to do but put the recorded file beside the recording.
void warnOfMissingParts(const Profile &profile,
                        std::string_view otherwise = "record the present build");

} // namespace fsfind::cli
