#pragma once

#include "rules/model/Placement.h"

namespace fsfind {

/// What a recording tells of the loads of each object from memory, by variable, or by type and
/// allocation. Objects are found in the process by their addresses if the recording is of that
/// process, else variables by their names. Without objects if the recording has no such loads.
[[nodiscard]] RecordedTraffic recordedTraffic(const Profile &profile, const Placement &placement);

/// The pages that the process is seen to load from memory, by object, at most kMostRecordedPages of
/// each; without static variables, and empty if the recording is not of the process.
[[nodiscard]] std::vector<RecordedPages> recordedPages(const Profile &profile,
                                                       const Placement &placement);

inline constexpr std::size_t kMostRecordedPages = 1024;

} // namespace fsfind
