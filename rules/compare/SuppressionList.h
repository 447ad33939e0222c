#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// A suppression list: a text file in which people name findings that are not to be reported.
namespace fsfind {

/// One line of the list: three globs, in which `*` is any text, and after `#` the reason.
struct Suppression {
  std::string rule, path, name;
  std::uint32_t line = 0; ///< 1-based
  std::string text;       ///< as written, without the reason
};

/// Skips empty lines and lines with only a comment. `where` names the file in errors; the error is
/// about the first wrong line.
[[nodiscard]] Expected<std::vector<Suppression>> parseSuppressions(std::string_view text,
                                                                   const std::string &where);

/// Whether rule, path and name all match. The path may be that of the finding, its record, variable
/// or a member, whole or from any folder on. The name may be that of the record, the variable, or a
/// member, alone or with its record or variable (`Queue.head` or `Queue::head`, `table.head`).
[[nodiscard]] bool fits(const Suppression &suppression, const Finding &finding);

struct WantedFindings {
  std::vector<Finding> findings; ///< those that no suppression matches, ranked anew
  std::size_t suppressed = 0;    ///< how many were left out
  std::vector<Suppression> unused;
};

[[nodiscard]] WantedFindings withoutSuppressed(std::vector<Finding> findings,
                                               const std::vector<Suppression> &list);

} // namespace fsfind
