#pragma once

#include "cli/terminal/Traits.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

/// What `fsfind check` found, and its emitters.
namespace fsfind::report {

struct CheckReport {
  std::string source;           ///< compile database, or what else the units were read from
  std::uint32_t line_size = 64; ///< bytes
  std::size_t units = 0;        ///< read, from the cache or anew
  std::size_t cached = 0, failed = 0, erroneous = 0;
  std::vector<Finding> findings; ///< by rank
  std::size_t suppressed = 0;    ///< by NOLINT
  std::size_t elsewhere = 0;     ///< outside the paths that were asked for
  std::size_t unwanted = 0;      ///< by a file of suppressions
  std::size_t known = 0;         ///< by a baseline
  std::vector<std::string> notes;
};

/// A line of a source file, 1-based; empty if it cannot be read.
using SourceLine = std::function<std::string(const std::string &file, std::uint32_t number)>;

struct CheckTextOptions {
  cli::Traits traits;
  bool verbose = false; ///< source lines of notes and further advice too
  SourceLine source_line;
};

/// As compilers print their warnings, then a line that sums up.
[[nodiscard]] std::string checkText(const CheckReport &report, const CheckTextOptions &options);

/// In the contract of docs/json.md: as the report on a recording, without totals and lines.
void writeCheckJson(std::ostream &out, const CheckReport &report, std::string_view version);

} // namespace fsfind::report
