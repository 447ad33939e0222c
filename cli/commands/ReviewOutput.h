#pragma once

#include "cli/report/review/Formats.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

/// Findings written in the formats of services, as several commands do.
namespace fsfind::cli {

struct ReviewSubject {
  const std::vector<Finding> &findings; ///< by rank
  std::string source;                   ///< as report::Review has it
  bool simulated = false;
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
};

/// To a file, or to standard output if `output` is `-`. Paths are seen from the repository that the
/// current folder is in.
[[nodiscard]] Expected<void> writeReview(const std::string &output, const report::Format &format,
                                         const ReviewSubject &subject);

/// A command's own formats and those of services.
[[nodiscard]] std::vector<std::string> withReviewFormats(std::vector<std::string> own);

/// What they are, a line each, for the help.
[[nodiscard]] std::string reviewFormatsHelp();

} // namespace fsfind::cli
