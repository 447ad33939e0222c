#pragma once

#include "cli/report/review/Review.h"

#include <iosfwd>
#include <span>
#include <string_view>

/// The formats for code reviews. Each has a file of its own and an entry in the table of formats.
namespace fsfind::report {

struct Format {
  std::string_view name;    ///< value of `--format`
  std::string_view summary; ///< a few words
  /// The caller checks the stream.
  void (*write)(std::ostream &out, const Review &review);
};

[[nodiscard]] std::span<const Format> reviewFormats();
/// Null if there is no such format.
[[nodiscard]] const Format *reviewFormat(std::string_view name);

void writeSarif(std::ostream &out, const Review &review);
void writeRdjson(std::ostream &out, const Review &review);
void writeFixes(std::ostream &out, const Review &review);
void writeGithub(std::ostream &out, const Review &review);
void writeGitlab(std::ostream &out, const Review &review);
void writeGerrit(std::ostream &out, const Review &review);
void writeMarkdown(std::ostream &out, const Review &review);

} // namespace fsfind::report
