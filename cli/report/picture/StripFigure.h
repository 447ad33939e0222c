#pragma once

#include "cli/report/picture/Figure.h"
#include "cli/report/text/TextHeatMap.h"

namespace fsfind::report {

/// A cacheline as a strip of bytes: which object and member lies where, who writes each byte most,
/// where the contended loads are, and a row for each thread or CPU. The table has them all.
[[nodiscard]] Figure stripFigure(const Profile &profile, const ThreadNames &names, const Line &line,
                                 HeatRows rows);

} // namespace fsfind::report
