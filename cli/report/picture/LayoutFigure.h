#pragma once

#include "cli/report/picture/Figure.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>

namespace fsfind::report {

/// The layout before and after the advice, on lines of `line_size` bytes: members of one record,
/// elements of an array one after another, or blocks of memory, of which each has a heading of its
/// own since nobody knows how far apart they are. Empty if the advice changes no layout.
[[nodiscard]] std::optional<Figure> layoutFigure(const Finding &finding, const Advice &advice,
                                                 std::uint32_t line_size);

} // namespace fsfind::report
