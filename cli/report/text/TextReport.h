#pragma once

#include "cli/terminal/Traits.h"
#include "rules/model/Report.h"

#include <string>

namespace fsfind::report {

struct TextOptions {
  cli::Traits traits;
  bool verbose = false;         ///< every finding, inline chains, every site and every thread
  bool line_size_given = false; ///< by the user, not by the recording
  std::string filters = {};     ///< as the user gave them; empty = all samples
  bool all_lines = false;       ///< show all lines of the report, not only those that matter most
  std::string next = {};        ///< the command that tells more, and why; empty = none
};

/// The report on a recording, as text for a terminal.
[[nodiscard]] std::string textReport(const Profile &profile, const Report &report,
                                     const TextOptions &options);

} // namespace fsfind::report
