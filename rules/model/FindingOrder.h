#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <tuple>
#include <vector>

namespace fsfind {

/// Sort key for findings without a known cost: the most certain first, then by place. It refers to
/// the finding.
[[nodiscard]] inline auto byCertainty(const Finding &finding) {
  return std::tuple_cat(std::tuple(finding.confidence, finding.missing.size()),
                        std::tie(finding.location.file, finding.location.line,
                                 finding.location.column, finding.rule, finding.message));
}

/// Sort key for measured findings: what contends costs most, as far as it is known.
[[nodiscard]] inline auto byCost(const Finding &finding) {
  const FindingCost &cost = finding.cost;
  return std::tuple(cost.waited(), cost.hitm, cost.latency_share);
}

/// Sets every rank to the position in the list, from 1 on.
inline void rankInOrder(std::vector<Finding> &findings) {
  std::uint32_t rank = 0;
  for (Finding &finding : findings)
    finding.rank = ++rank;
}

} // namespace fsfind
