#pragma once

#include "cli/report/text/TextPage.h"
#include "rules/model/MachineMap.h"

namespace fsfind::report {

/// How fast storage is read by each node's CPUs, with and without triads beside, and the reverse.
void writeMachineStorage(Page &page, const MachineMap &map);

} // namespace fsfind::report
