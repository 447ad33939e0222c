#pragma once

#include "rules/model/MachineMap.h"

#include <vector>

/// Which CPUs are near each other, by how long lines take between them.
namespace fsfind {

/// The divisions that the times show, the smallest groups first. Found by joining, again and again,
/// the two groups with the least mean time between them, and asking where that time jumps. Empty if
/// it does nowhere, and with fewer than three CPUs or more than 1024.
[[nodiscard]] std::vector<GroupLevel> cpuGroups(const MachineMap &map);

} // namespace fsfind
