#pragma once

#include "cli/commands/TextOutput.h"
#include "cli/report/DiffReport.h"
#include "rules/model/Report.h"

#include <string>

/// Results of commands as HTML pages.
namespace fsfind::cli {

inline constexpr const char *kHtmlFormat = "html";

/// Fails if a page, or a picture (PictureOutput.h), would be written to a terminal.
[[nodiscard]] Expected<void> checkPageOutput(const std::string &format, const std::string &output);

[[nodiscard]] Expected<void> writeReportPage(const std::string &output, const Profile &profile,
                                             const Report &report);
[[nodiscard]] Expected<void> writeDiffPage(const std::string &output,
                                           const report::DiffReport &report);

} // namespace fsfind::cli
