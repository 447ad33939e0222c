#pragma once

#include "cli/report/picture/Figure.h"
#include "rules/model/Report.h"

#include <optional>

namespace fsfind::report {

/// NUMA nodes with the pages of objects that have findings, by object, and with the contended lines
/// whose node the recording tells. Empty if it tells neither.
[[nodiscard]] std::optional<Figure> memoryFigure(const Report &report);

} // namespace fsfind::report
