#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Findings that are not to be told of, by what they are about: a text file that people write.
namespace fsfind {

/// One line: three globs, in which `*` is any text, and after `#` the reason.
struct Suppression {
  std::string rule, path, name;
  std::uint32_t line = 0; ///< 1-based
  std::string text;       ///< as written, without the reason
};

/// Empty lines and those of a comment alone are none. `where` names the file in errors; the first
/// wrong line is told.
[[nodiscard]] Expected<std::vector<Suppression>> parseSuppressions(std::string_view text,
                                                                   const std::string &where);

/// Whether rule, place and name all fit. The path is that of the finding, its record, variable or a
/// member, whole or from a folder on; the name that of the record, the variable, or a member with
/// (`Queue::head`, `table.head`) or without it.
[[nodiscard]] bool fits(const Suppression &suppression, const Finding &finding);

struct WantedFindings {
  std::vector<Finding> findings; ///< those that nothing fits, ranked anew
  std::size_t suppressed = 0;    ///< left out
  std::vector<Suppression> unused;
};

[[nodiscard]] WantedFindings withoutSuppressed(std::vector<Finding> findings,
                                               const std::vector<Suppression> &list);

} // namespace fsfind
