#pragma once

#include "rules/model/RemoteLoads.h"

/// How much of a recording's memory traffic crosses NUMA nodes.
namespace fsfind {

[[nodiscard]] NumaLoads numaLoads(const Profile &profile);

} // namespace fsfind
