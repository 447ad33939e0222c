#pragma once

#include "rules/model/Profile.h"

#include <string>
#include <vector>

namespace fsfind {

/// One function, run by threads of one role, that uses a member while other threads may run. As the
/// facts show it; nothing is measured.
struct CodeUse {
  std::string function; ///< that chose the member, or the one around a lambda or region
  /// Name of the thread entry, `main`, or empty for callers that the sources do not show.
  std::string threads;
  bool many = false; ///< several threads of that entry may run at once
  bool reads = false, writes = false;
  bool often = false; ///< some of its accesses are in a loop that no long pause holds up
  Place place;        ///< of its first write, or else of its first read
};

/// All code that uses a member; what writes comes first, then by function and threads.
using MemberCode = std::vector<CodeUse>;

/// Who runs the code: the thread entry; of main and of callers that are not known the function.
[[nodiscard]] inline const std::string &whoRuns(const CodeUse &use) {
  return use.threads.empty() || use.threads == "main" ? use.function : use.threads;
}

} // namespace fsfind
