#pragma once

#include "cli/check/Selection.h"
#include "cli/commands/CheckOptions.h"
#include "rules/model/Facts.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// Findings of the chosen rules that the arguments ask to see; places are absolute paths. `facts`
/// are linked.
[[nodiscard]] check::SelectedFindings findIn(const Facts &facts, const CheckArguments &arguments,
                                             const std::vector<std::string> &rules,
                                             check::Suppressions &sources);

} // namespace fsfind::cli
