#include "cli/commands/PageOutput.h"

#include "cli/check/Files.h"
#include "cli/check/Trust.h"
#include "cli/commands/PictureOutput.h"
#include "cli/fix/Patch.h"
#include "cli/fix/UnifiedDiff.h"
#include "cli/report/html/HtmlReport.h"
#include "cli/terminal/Output.h"
#include "rules/model/ContentHash.h"

#include <ostream>
#include <unistd.h>

namespace fsfind::cli {

namespace {

/// The files that edits change, as they are now: edits that did not fit them have been dropped
/// before.
check::Contents contentsOf(const std::vector<Edit> &edits) {
  check::Contents contents;
  for (const Edit &edit : edits)
    if (const auto text = check::readNamed(edit.file))
      contents[edit.file] = contentHash(*text);
  return contents;
}

/// Each finding's best edits as a unified diff; empty where there are none.
std::vector<std::string> patchesOf(const std::vector<Finding> &findings) {
  const std::string folder = check::absolutePath(".");
  std::vector<std::string> patches;
  for (const Finding &finding : findings)
    patches.push_back(
        finding.edits().empty()
            ? std::string()
            : fix::unifiedDiff(fix::patchOf({finding}, contentsOf(finding.edits())), folder));
  return patches;
}

} // namespace

Expected<void> checkPageOutput(const std::string &format, const std::string &output) {
  const bool picture = format == kSvgFormat;
  if ((format != kHtmlFormat && !picture) || output != "-" || isatty(STDOUT_FILENO) == 0)
    return {};
  return failure(
      {"standard output",
       {},
       picture ? "an SVG picture is not for a terminal" : "an HTML page is not for a terminal",
       "give -o FILE"});
}

Expected<void> writeReportPage(const std::string &output, const Profile &profile,
                               const Report &report) {
  const report::HtmlReport page{profile, report, patchesOf(report.findings), FSFIND_VERSION};
  return writeOutput(output, [&](std::ostream &out) { report::writeHtmlReport(out, page); });
}

Expected<void> writeDiffPage(const std::string &output, const report::DiffReport &report) {
  return writeOutput(
      output, [&](std::ostream &out) { report::writeHtmlDiff(out, report, FSFIND_VERSION); });
}

} // namespace fsfind::cli
