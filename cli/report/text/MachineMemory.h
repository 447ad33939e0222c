#pragma once

#include "cli/report/text/TextPage.h"
#include "rules/model/MachineMap.h"

namespace fsfind::report {

/// Tables of latencies and bandwidths; nothing if none were measured.
/// `97.5`; with `!` if something disturbed it, `?` if there is none.
[[nodiscard]] std::string readingText(const Reading &reading);

void writeMachineMemory(Page &page, const MachineMap &map);

} // namespace fsfind::report
