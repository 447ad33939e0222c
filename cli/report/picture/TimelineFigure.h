#pragma once

#include "cli/report/picture/Figure.h"
#include "rules/model/Profile.h"
#include "rules/model/ThreadNames.h"

#include <optional>

namespace fsfind::report {

/// Who owned a cacheline when: in each span of time the thread that stored to it most, and of each
/// thread its stores and the loads that met another core's copy. None if the line has no timeline.
[[nodiscard]] std::optional<Figure> timelineFigure(const Profile &profile, const ThreadNames &names,
                                                   const Line &line);

} // namespace fsfind::report
