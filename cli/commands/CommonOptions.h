#pragma once

#include "rules/model/Finding.h"

#include <optional>
#include <string>
#include <vector>

/// What options mean that several commands have.
namespace fsfind::cli {

/// Of `--fail-on`: the least confidence that fails the run; empty for `none`.
[[nodiscard]] std::optional<Confidence> failLevel(const std::string &word);
/// Whether a finding has that confidence or a higher one.
[[nodiscard]] bool fails(const std::vector<Finding> &findings, std::optional<Confidence> level);

} // namespace fsfind::cli
