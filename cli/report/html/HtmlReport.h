#pragma once

#include "cli/report/DiffReport.h"
#include "rules/model/Report.h"

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

/// Reports as one HTML page that needs no other file: what JSON has, to look at.
namespace fsfind::report {

struct HtmlReport {
  const Profile &profile;
  const Report &report;
  std::vector<std::string> patches; ///< by finding: a unified diff; empty without edits
  std::string_view version;         ///< of fsfind
};

/// Writes the page. Reads the sources that the report names, for excerpts. Of very large reports a
/// part is left out, and the page says what. The caller checks the stream.
void writeHtmlReport(std::ostream &out, const HtmlReport &html);

/// The same for the result of `fsfind diff`.
void writeHtmlDiff(std::ostream &out, const DiffReport &report, std::string_view version);

} // namespace fsfind::report
