#pragma once

#include "cli/report/review/Review.h"
#include "rules/codec/JsonParts.h"

#include <string>
#include <vector>

namespace fsfind::report {

/// Ids of the rules that findings are of, sorted, each once.
[[nodiscard]] std::vector<std::string> rulesOf(const std::vector<Finding> &findings);

/// A rule's `reportingDescriptor`, made of its page.
[[nodiscard]] codec::Json sarifRule(const Review &review, const std::string &id);

} // namespace fsfind::report
