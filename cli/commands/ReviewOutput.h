#pragma once

#include "cli/report/review/Formats.h"
#include "rules/model/Expected.h"

#include <span>
#include <string>
#include <vector>

/// Writes findings in the formats of review services, for all commands that offer them.
namespace fsfind::cli {

/// Where findings come from, as in report::Review.
struct ReviewSource {
  std::string path;
  bool simulated = false;
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
  /// What paths are relative to; empty = the repository that the current folder is in.
  std::string root = {};
};

/// What stands for the folder of a project that is not to be told.
inline constexpr const char *kHiddenRoot = "/project";

[[nodiscard]] inline ReviewSource reviewSource(const Source &recording, bool redacted = false) {
  return {recording.path, recording.simulated, recording.line_size, redacted ? kHiddenRoot : ""};
}

struct ReviewSubject {
  const std::vector<Finding> &findings; ///< by rank
  ReviewSource source;
  std::span<const std::string> notes = {}; ///< as in report::Review
};

/// Writes to a file, or to standard output if `output` is `-`. Paths are relative to the source's
/// root.
[[nodiscard]] Expected<void> writeReview(const std::string &output, const report::Format &format,
                                         const ReviewSubject &subject);

/// The names of a command's own formats, with those of review services added.
[[nodiscard]] std::vector<std::string> withReviewFormats(std::vector<std::string> own);

/// A line for each review format, for the help.
[[nodiscard]] std::string reviewFormatsHelp();

} // namespace fsfind::cli
