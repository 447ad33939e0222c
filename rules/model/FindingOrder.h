#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <tuple>
#include <vector>

namespace fsfind {

/// The order of findings of which no cost is known: the most certain first, then by place.
[[nodiscard]] inline auto byCertainty(const Finding &finding) {
  return std::tie(finding.confidence, finding.location.file, finding.location.line,
                  finding.location.column, finding.rule, finding.message);
}

/// Ranks are places in the list, from 1 on.
inline void rankInOrder(std::vector<Finding> &findings) {
  std::uint32_t rank = 0;
  for (Finding &finding : findings)
    finding.rank = ++rank;
}

} // namespace fsfind
