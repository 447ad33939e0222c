#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/program/Roles.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind {

/// Remedies for the finding, the best first; empty if none is known. `roles` are those of the
/// facts.
[[nodiscard]] std::vector<Advice> advise(const Facts &facts, const Roles &roles,
                                         const Finding &finding, std::uint32_t line_size);

/// Whether advise() asks for Facts::slots.
[[nodiscard]] bool asksForSlots(const Finding &finding);

/// Puts advice to leave the finding alone first, and takes the edits of all others then; else
/// advice with edits comes first. The order stays otherwise.
void preferEdits(std::vector<Advice> &advice);

/// Why advise() knows no remedy, and what the author can do all the same: one sentence without a
/// full stop.
[[nodiscard]] std::string whyNoAdvice(const Facts &facts, const Finding &finding);

} // namespace fsfind
