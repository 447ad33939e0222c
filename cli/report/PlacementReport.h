#pragma once

#include "cli/terminal/Traits.h"
#include "rules/model/PlacementVerdict.h"

#include <string>

namespace fsfind::report {

/// A look at a process as text for a terminal: tables of memory, objects and threads by node, then
/// advice. `all`: also what is small, every mapping, and all advice for each finding.
[[nodiscard]] std::string placementText(const JudgedPlacement &judged, const cli::Traits &traits,
                                        bool all);

} // namespace fsfind::report
