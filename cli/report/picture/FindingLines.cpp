#include "cli/report/picture/FindingLines.h"

#include <algorithm>
#include <set>

namespace fsfind::report {

FindingLines::FindingLines(const Report &report) {
  for (const RankedLine &ranked : report.lines)
    by_address_.emplace(ranked.line->address, &ranked);
}

std::vector<RankedLine> FindingLines::of(const Finding &finding) const {
  std::vector<RankedLine> lines;
  for (const std::uint64_t address :
       std::set<std::uint64_t>(finding.lines.begin(), finding.lines.end())) {
    const auto [begin, end] = by_address_.equal_range(address);
    for (auto at = begin; at != end; ++at)
      lines.push_back(*at->second);
  }
  std::sort(lines.begin(), lines.end(),
            [](const RankedLine &a, const RankedLine &b) { return a.rank < b.rank; });
  return lines;
}

} // namespace fsfind::report
