#pragma once

#include "cli/report/review/Formats.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

/// Writes findings in the formats of review services, for all commands that offer them.
namespace fsfind::cli {

struct ReviewSubject {
  const std::vector<Finding> &findings; ///< by rank
  std::string source;                   ///< as in report::Review
  bool simulated = false;
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
};

/// Writes to a file, or to standard output if `output` is `-`. Paths are relative to the root of
/// the repository that the current folder is in.
[[nodiscard]] Expected<void> writeReview(const std::string &output, const report::Format &format,
                                         const ReviewSubject &subject);

/// The names of a command's own formats, with those of review services added.
[[nodiscard]] std::vector<std::string> withReviewFormats(std::vector<std::string> own);

/// A line for each review format, for the help.
[[nodiscard]] std::string reviewFormatsHelp();

} // namespace fsfind::cli
