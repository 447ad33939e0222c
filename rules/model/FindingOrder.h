#pragma once

#include "rules/model/Finding.h"

#include <tuple>

namespace fsfind {

/// The order of findings of which no cost is known: the most certain first, then by place.
[[nodiscard]] inline auto byCertainty(const Finding &finding) {
  return std::tie(finding.confidence, finding.location.file, finding.location.line,
                  finding.location.column, finding.rule, finding.message);
}

} // namespace fsfind
