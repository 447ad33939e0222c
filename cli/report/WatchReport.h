#pragma once

#include "cli/terminal/Traits.h"
#include "rules/watch/Alarms.h"
#include "rules/watch/Rolling.h"
#include "rules/watch/Totals.h"

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::report {

/// What a watch shows after each step.
struct WatchReport {
  std::string how;            ///< what is watched and how
  std::size_t step = 0;       ///< from 1 on; a step that failed counts, too
  std::size_t most_steps = 1; ///< that the window holds
  double interval = 0;        ///< seconds from step to step; 0: they follow at once
  std::string error;          ///< why the step failed; empty: it did not
  std::optional<Step> last;   ///< the step, if it did not fail
  WindowView window;
  WatchTotals totals;
  std::vector<AlarmRule> rules;    ///< that are watched
  std::vector<AlarmEvent> events;  ///< that the step raised or ended
  std::vector<ActiveAlarm> active; ///< after the step
  double cpu_seconds = 0;          ///< of fsfind and of the perf that it ran
  std::optional<double> success;   ///< when a step last went well, seconds since 1970
};

/// A block of text: totals of the window, alarms, and its objects as far as `rows` go (0 = all).
[[nodiscard]] std::string watchText(const WatchReport &report, const cli::Traits &traits,
                                    std::size_t rows);

/// One sentence: `HITM is 6.2% of loads and stores, above 5%`.
[[nodiscard]] std::string alarmText(const AlarmEvent &event);

/// One line of JSON in the contract of docs/watch.schema.json, with its newline.
void writeWatchJson(std::ostream &out, const WatchReport &report, std::string_view version);

/// What FSFIND_JSON tells: the alarm as in `raised` of docs/watch.schema.json, with `schema`,
/// `tool` and what is watched.
[[nodiscard]] std::string alarmJson(const AlarmEvent &event, const WatchReport &report,
                                    std::string_view version);

} // namespace fsfind::report
