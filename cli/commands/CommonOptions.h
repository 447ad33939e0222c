#pragma once

#include "rules/model/Finding.h"

#include <optional>
#include <string>
#include <vector>

/// The meaning of options that several commands have.
namespace fsfind::cli {

/// For the value of `--fail-on`: the lowest confidence that fails the run; empty for `none`.
[[nodiscard]] std::optional<Confidence> failLevel(const std::string &word);
/// Whether any finding has this confidence or a higher one.
[[nodiscard]] bool fails(const std::vector<Finding> &findings, std::optional<Confidence> level);

} // namespace fsfind::cli
