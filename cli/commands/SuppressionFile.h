#pragma once

#include "rules/compare/SuppressionList.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// Reads the FILE of --suppressions. Each line must name a rule that there is: it could never
/// silence a finding otherwise. The error names the file, and the line if one is wrong.
[[nodiscard]] Expected<std::vector<Suppression>> readSuppressions(const std::string &path);

} // namespace fsfind::cli
