#pragma once

#include "cli/fix/Patch.h"
#include "cli/terminal/Traits.h"

#include <string>

namespace fsfind::cli {

/// The patch as a unified diff, files named relative to `folder`. With colours and printable
/// characters for a terminal; elsewhere with the exact bytes, which patch needs.
[[nodiscard]] std::string shownDiff(const fix::Patch &patch, const std::string &folder,
                                    const Traits &traits);

} // namespace fsfind::cli
