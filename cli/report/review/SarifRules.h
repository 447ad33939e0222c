#pragma once

#include "cli/report/review/Review.h"
#include "rules/codec/JsonParts.h"

#include <string>
#include <vector>

namespace fsfind::report {

/// The ids of the findings' rules, sorted, each once.
[[nodiscard]] std::vector<std::string> rulesOf(const std::vector<Finding> &findings);

/// SARIF's `reportingDescriptor` of a rule, made from its page.
[[nodiscard]] codec::Json sarifRule(const Review &review, const std::string &id);

} // namespace fsfind::report
