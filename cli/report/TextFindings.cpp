#include "cli/report/TextSections.h"
#include "cli/report/TextWords.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::report {

namespace {

constexpr std::size_t kFindingsShown = 10;

Style sharingStyle(Sharing sharing) {
  return sharing == Sharing::True ? Style::Warning : Style::Bad;
}

void writeFinding(Page &page, const Finding &finding) {
  const std::string where = placeText(finding.location);
  page.line(fmt::format(
      "  {}  {}  {}", page.paint(Style::Heading, fmt::format("{}.", finding.rank)),
      page.paint(sharingStyle(finding.sharing),
                 fmt::format("{} sharing", sharingWord(finding.sharing))),
      page.paint(Style::Dim, fmt::format("{} confidence, {}", confidenceWord(finding.confidence),
                                         finding.rule))));
  for (const std::string &part : cli::wrapped(page.safe(finding.message), page.traits().width - 6))
    page.line("      " + part);
  if (!where.empty())
    page.line("      " + page.paint(Style::Dim, "at ") + page.safe(where));
  for (const RelatedPlace &related : finding.related)
    page.line("      " + page.paint(Style::Dim, page.safe(related.message) + ": ") +
              page.safe(placeText(related.place)));
}

} // namespace

void writeFindings(Page &page, const Profile &profile, const Report &report) {
  if (report.findings.empty() && report.findings_left_out == 0)
    return;
  page.heading(profile.source.simulated ? "Findings (SIMULATED)" : "Findings");
  const std::size_t shown = std::min(report.findings.size(), kFindingsShown);
  for (std::size_t i = 0; i < shown; ++i)
    writeFinding(page, report.findings[i]);
  if (shown < report.findings.size())
    page.line(page.paint(Style::Dim, fmt::format("  and {} more; --format json holds all",
                                                 report.findings.size() - shown)));
  if (report.findings_left_out != 0)
    page.line(page.paint(Style::Dim, fmt::format("  {} with too little contention to matter left "
                                                 "out, --show-all shows them",
                                                 report.findings_left_out)));
}

} // namespace fsfind::report
