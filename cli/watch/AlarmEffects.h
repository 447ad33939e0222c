#pragma once

#include "cli/report/WatchReport.h"

#include <string>
#include <vector>

namespace fsfind::watch {

/// What happens when an alarm begins or ends, beside a line on standard error.
struct AlarmEffects {
  std::string command; ///< of /bin/sh; empty = none
  std::string version; ///< of fsfind
  bool silent = false; ///< the command's messages are dropped: a screen is shown
};

/// What could not be done, and a signal that came meanwhile.
struct EffectsResult {
  std::vector<std::string> problems;
  int interrupted_by = 0;
};

/// The command's environment has FSFIND_ALARM, FSFIND_STATE (`raised`, `ended`), FSFIND_VALUE,
/// FSFIND_LIMIT, FSFIND_OBJECT, FSFIND_MESSAGE, and FSFIND_JSON, which has all of these: names of
/// programs are never part of what the shell reads. It has no input, and what it prints on standard
/// output is dropped. All effects of a step together have kMostSeconds: a command that still runs
/// then is ended, with all that it started, and the alarms that are left cause nothing, which is a
/// problem. A request to end (EndRequests) ends the effects, too, and leaves out the rest.
inline constexpr double kMostSeconds = 10;
[[nodiscard]] EffectsResult cause(const AlarmEffects &effects, const report::WatchReport &report);

} // namespace fsfind::watch
