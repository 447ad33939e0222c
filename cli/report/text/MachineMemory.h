#pragma once

#include "cli/report/text/TextPage.h"
#include "rules/model/MachineMap.h"

namespace fsfind::report {

/// Tables of latencies and bandwidths; nothing if none were measured.
void writeMachineMemory(Page &page, const MachineMap &map);

} // namespace fsfind::report
