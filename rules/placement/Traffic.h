#pragma once

#include "rules/model/Placement.h"

namespace fsfind {

/// What a recording tells of the loads of each object from memory, by variable, or by type and
/// allocation. Objects are found in the process by their addresses if the recording is of that
/// process, else variables by their names. Without objects if the recording has no such loads.
[[nodiscard]] RecordedTraffic recordedTraffic(const Profile &profile, const Placement &placement);

} // namespace fsfind
