#pragma once

#include "cli/report/review/Review.h"

#include <iosfwd>
#include <span>
#include <string_view>

/// The formats in which findings reach reviewers. One file and one line of the table each.
namespace fsfind::report {

struct Format {
  std::string_view name;    ///< as `--format` has it
  std::string_view summary; ///< a few words
  /// The caller checks the stream.
  void (*write)(std::ostream &out, const Review &review);
};

[[nodiscard]] std::span<const Format> reviewFormats();
/// Null if there is none of that name.
[[nodiscard]] const Format *reviewFormat(std::string_view name);

void writeSarif(std::ostream &out, const Review &review);
void writeRdjson(std::ostream &out, const Review &review);
void writeFixes(std::ostream &out, const Review &review);
void writeGithub(std::ostream &out, const Review &review);
void writeGitlab(std::ostream &out, const Review &review);
void writeMarkdown(std::ostream &out, const Review &review);

} // namespace fsfind::report
