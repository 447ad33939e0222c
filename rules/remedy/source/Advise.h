#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/program/Roles.h"

#include <cstdint>
#include <vector>

namespace fsfind {

/// `roles`: those of the facts. What ends the finding, the best remedy first; empty where nothing
/// is known to.
[[nodiscard]] std::vector<Advice> advise(const Facts &facts, const Roles &roles,
                                         const Finding &finding, std::uint32_t line_size);

} // namespace fsfind
