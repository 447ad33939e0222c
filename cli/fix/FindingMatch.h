#pragma once

#include "rules/model/Finding.h"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

/// Which findings are the same before and after edits.
namespace fsfind::fix {

/// What a finding is about: rule, file, and record or variable. Lines and members do not count,
/// since an edit moves lines, and a finding that it leaves may be about fewer members.
using Subject = std::tuple<std::string, std::string, std::string>;
[[nodiscard]] Subject subjectOf(const Finding &finding);

using Counts = std::map<Subject, std::size_t>;
[[nodiscard]] Counts countsOf(const std::vector<Finding> &findings);

/// The findings of `found` that `known` does not have, in their order: each known finding stands
/// for one about the same subject, if there is a choice for the one with the same message. What is
/// left of known neighbours, between which an edit has come, is known as well.
[[nodiscard]] std::vector<Finding> unmatched(const std::vector<Finding> &found,
                                             const std::vector<Finding> &known);

} // namespace fsfind::fix
