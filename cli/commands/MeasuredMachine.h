#pragma once

#include "rules/model/Expected.h"
#include "rules/model/MachineMap.h"

#include <string>

namespace fsfind::cli {

/// Reads the FILE of --machine, which must have prices of transfers.
[[nodiscard]] Expected<MachineMap> readMeasuredMachine(const std::string &path);

} // namespace fsfind::cli
