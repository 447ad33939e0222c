#include "cli/report/TextReport.h"

#include "cli/report/TextSections.h"

namespace fsfind::report {

std::string textReport(const Profile &profile, const Report &report, const TextOptions &options) {
  Page page(options.traits);
  writeHeader(page, profile, options);
  if (report.lines.empty()) {
    writeNothingContended(page, profile);
  } else {
    writeSummary(page, profile, report);
    writeFindings(page, profile, report);
    writeLineTable(page, profile, report);
    for (const RankedLine &ranked : report.lines)
      writeLineDetail(page, profile, ranked, options);
  }
  writeNotes(page, profile, report);
  return page.take();
}

} // namespace fsfind::report
