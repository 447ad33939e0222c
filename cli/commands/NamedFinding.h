#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <string>
#include <string_view>

/// Finds the finding that a user names.
namespace fsfind::cli {

/// Whether it is a finding's number or fingerprint, and so no rule.
[[nodiscard]] bool namesFinding(std::string_view text);

/// The finding of a JSON report, by its number or fingerprint. Without a report, of the sources
/// here, as `fsfind check` without options finds them.
[[nodiscard]] Expected<Finding> namedFinding(const std::string &name, const std::string &report);

} // namespace fsfind::cli
