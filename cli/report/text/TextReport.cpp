#include "cli/report/text/TextReport.h"

#include "cli/report/text/TextSections.h"
#include "cli/report/text/TextSelection.h"

namespace fsfind::report {

std::string textReport(const Profile &profile, const Report &report, const TextOptions &options) {
  Page page(options.traits);
  writeHeader(page, profile, report, options);
  const bool contended = !report.lines.empty() || !report.findings.empty();
  if (contended)
    writeSummary(page, profile, report);
  writeMemory(page, profile, report);
  if (contended)
    writeFindings(page, profile, report, options);
  if (report.lines.empty()) {
    writeNoLines(page, profile, report);
  } else {
    const LineNames names(report);
    const ThreadNames threads(profile);
    writeLineTable(page, profile, report, names, options);
    for (std::size_t i = 0; i < linesDrawn(report, options); ++i)
      writeLineDetail(page, profile, report.lines[i], names, threads, options);
  }
  writeNotes(page, profile, report, options.verbose);
  if (!options.next.empty())
    writeNext(page, options.next);
  return page.take();
}

} // namespace fsfind::report
