#pragma once

#include "rules/model/Finding.h"

#include <string_view>

namespace fsfind {

/// What is to be said once, beside the findings, if some measured finding's advice changes the size
/// or the order of a record and no source has shown that nothing depends on them; else empty. Ends
/// without a full stop.
[[nodiscard]] std::string_view layoutCaution(const std::vector<Finding> &findings);

} // namespace fsfind
