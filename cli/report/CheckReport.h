#pragma once

#include "cli/terminal/Traits.h"
#include "rules/model/AnswersOfRun.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

/// The result of `fsfind check`, and the functions that write it.
namespace fsfind::report {

struct CheckReport {
  std::string source;           ///< compile database, facts files or folder that was read
  std::uint32_t line_size = 64; ///< bytes
  std::size_t units = 0;        ///< how many were read, from the cache or anew
  std::size_t cached = 0, failed = 0, erroneous = 0;
  std::vector<Finding> findings; ///< by rank
  std::size_t suspects = 0;      ///< number left out that lack a link of the chain
  std::size_t suppressed = 0;    ///< number suppressed by NOLINT
  std::size_t elsewhere = 0;     ///< number outside the wanted paths
  std::size_t unwanted = 0;      ///< number suppressed by a file
  std::size_t known = 0;         ///< number that the baseline has
  std::size_t untouched = 0;     ///< number that the change (--since) neither brought nor touched
  AnswersOfRun answers;          ///< of recorded runs that were asked; else all are 0
  bool simulated = false;        ///< one of these was simulated
  std::vector<std::string> notes;
  std::vector<std::string>
      change_notes; ///< what reviewers must know of the change (--since) or run
};

/// A line of a source file, 1-based; empty if it cannot be read.
using SourceLine = std::function<std::string_view(const std::string &file, std::uint32_t number)>;

struct CheckTextOptions {
  cli::Traits traits;
  bool verbose = false; ///< also source lines of notes, and all advice
  SourceLine source_line;
};

/// Findings in the form of compiler warnings, then a line with the totals. On a terminal, unless
/// verbose, the first twenty, each in a dozen lines.
[[nodiscard]] std::string checkText(const CheckReport &report, const CheckTextOptions &options);

/// JSON as docs/json.md describes it: like the report on a recording, without totals and lines.
void writeCheckJson(std::ostream &out, const CheckReport &report, std::string_view version);

} // namespace fsfind::report
