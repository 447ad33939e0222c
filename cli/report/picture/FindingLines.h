#pragma once

#include "rules/model/Report.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fsfind::report {

/// Which lines of a report a finding is about. The report must outlive it.
class FindingLines {
public:
  explicit FindingLines(const Report &report);

  /// By rank; of several processes with a line at one address, all. Without those that did not make
  /// the report's list.
  [[nodiscard]] std::vector<RankedLine> of(const Finding &finding) const;

private:
  std::unordered_multimap<std::uint64_t, const RankedLine *> by_address_;
};

} // namespace fsfind::report
