#pragma once

#include "cli/terminal/Traits.h"
#include "rules/model/MachineMap.h"

#include <string>
#include <vector>

namespace fsfind::report {

/// The map as text for a terminal: tables, and a heat map of the times between CPUs.
[[nodiscard]] std::string machineText(const MachineMap &map, const std::vector<GroupLevel> &groups,
                                      const cli::Traits &traits);

} // namespace fsfind::report
