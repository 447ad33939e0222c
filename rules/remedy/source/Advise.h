#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/program/Roles.h"

#include <cstdint>
#include <vector>

namespace fsfind {

/// Remedies for the finding, the best first; empty if none is known. `roles` are those of the
/// facts.
[[nodiscard]] std::vector<Advice> advise(const Facts &facts, const Roles &roles,
                                         const Finding &finding, std::uint32_t line_size);

} // namespace fsfind
