#pragma once

#include "c2c-ingest/watch/Sampler.h"
#include "cli/report/WatchReport.h"
#include "cli/watch/Clock.h"
#include "rules/model/Expected.h"

#include <cstddef>
#include <functional>

namespace fsfind::watch {

struct LoopOptions {
  double interval = 10;   ///< seconds from the start of a step to that of the next
  bool paced = true;      ///< false: the next step follows at once
  std::size_t window = 1; ///< steps
  std::size_t count = 0;  ///< the loop ends after so many steps; 0 = it does not
};

/// Who is told of steps. An error ends the loop.
struct LoopEvents {
  /// Returns false to end the loop.
  std::function<Expected<bool>(const report::WatchReport &)> step;
  /// The terminal has another size.
  std::function<Expected<void>(const report::WatchReport &)> redraw;
};

/// Samples until nothing is left to sample, `count` steps are done, or somebody asks to end. A step
/// that fails is told as such, and the loop goes on; but the loop fails if the first step of
/// something that runs does, if there was nothing to sample, and if no step went well. Returns what
/// was told last.
[[nodiscard]] Expected<report::WatchReport> runLoop(Sampler &sampler, Clock &clock, Alarms &alarms,
                                                    const LoopOptions &options,
                                                    const LoopEvents &events);

} // namespace fsfind::watch
