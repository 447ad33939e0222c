#include "cli/report/text/TextSelection.h"

#include <algorithm>
#include <vector>

namespace fsfind::report {

namespace {

constexpr std::size_t kFindingsShown = 10;
constexpr std::size_t kLinesDrawn = 3; ///< a drawing takes some twenty rows of the terminal
/// A line with a smaller share of the contention is not drawn unless it is the first.
constexpr double kDrawnShare = 0.01;

/// How many values, from the first, add up to kToldShare of `all`; all of them if `all` is 0.
std::size_t mostOf(const std::vector<double> &values, double all) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (all > 0 && sum >= kToldShare * all)
      return i;
    sum += values[i];
  }
  return values.size();
}

double costOf(const Finding &finding) {
  return finding.cost.waited() != 0 ? finding.cost.waited() : finding.cost.latency_share;
}

} // namespace

std::size_t linesListed(const Report &report, const TextOptions &options) {
  std::vector<double> shares;
  double all = 0; // stays 0 if only stores show contention
  for (const RankedLine &line : report.lines) {
    shares.push_back(line.hitm_share);
    all = std::max(all, line.hitm_share == 0 ? 0.0 : 1.0);
  }
  return options.all_lines ? shares.size() : mostOf(shares, all);
}

std::size_t linesDrawn(const Report &report, const TextOptions &options) {
  const std::size_t listed = linesListed(report, options);
  if (options.all_lines || options.verbose)
    return listed;
  const auto begin = report.lines.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(std::min(listed, kLinesDrawn));
  const auto small = std::find_if(begin, end, [&](const RankedLine &line) {
    return line.rank > begin->rank && !line.store_evidence_only && line.hitm_share < kDrawnShare;
  });
  return static_cast<std::size_t>(small - begin);
}

std::size_t findingsShown(const Report &report, const TextOptions &options) {
  if (options.verbose)
    return report.findings.size();
  std::vector<double> costs;
  double all = 0;
  for (const Finding &finding : report.findings)
    if (finding.verdict != Verdict::Latent) {
      costs.push_back(costOf(finding));
      all += costs.back();
    }
  const std::size_t told = mostOf(costs, all);
  // What is latent comes after everything that was measured.
  const std::size_t shown = told == costs.size() ? report.findings.size() : told;
  return std::min(shown, kFindingsShown);
}

} // namespace fsfind::report
