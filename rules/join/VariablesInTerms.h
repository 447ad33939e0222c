#pragma once

#include "rules/join/TermsDraft.h"

#include <optional>
#include <set>

namespace fsfind {

/// Measured variables that lie beside each other, as members of a finding: globals, and the locals
/// of a frame that threads use. None if the facts do not have one that contends, or if all have the
/// same writers. Quiet ones keep the places where the facts have them. Those that are `parted`
/// within are left out: each takes cachelines of its own.
[[nodiscard]] std::optional<Finding> variablesInTerms(const TermsDraft &draft,
                                                      const Finding &measured, const Facts &facts,
                                                      const FileMatch &files,
                                                      const std::set<VariableIndex> &parted = {});

} // namespace fsfind
