#pragma once

#include "cli/report/text/TextPage.h"
#include "rules/model/MachineMap.h"

namespace fsfind::report {

/// The matrix of times between CPUs: as numbers with shades where they fit the width, else as one
/// sign for each cell, from light to dark. The line is in the memory of the node of the row's CPU.
void writeTransferMatrix(Page &page, const MachineMap &map);

/// `0-3,8`
[[nodiscard]] std::string cpuList(std::vector<std::uint32_t> cpus);

} // namespace fsfind::report
