#pragma once

#include "c2c-ingest/watch/Sampler.h"
#include "cli/commands/OptionTable.h"
#include "cli/commands/RecordingOptions.h"
#include "rules/model/Expected.h"
#include "rules/watch/Alarms.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::cli {

/// The arguments of `fsfind watch` as the user gave them. Of RecordingArguments those on how a
/// recording is read are used.
struct WatchArguments : RecordingArguments {
  std::string replay, order = "name";
  std::vector<std::uint32_t> watched; ///< processes
  bool all_cpus = false;
  std::vector<std::string> command;
  double interval = 0; ///< seconds; 0 = not given
  double sample = 1;   ///< seconds
  std::uint64_t period = 0, count = 0;
  std::uint64_t window = 30, rows = 10, steps = 3;
  bool once = false, plain = false, verbose = false, quiet = false;
  std::string format = "text", color = "auto";
  std::vector<std::string> alarms;
  std::string baseline, on_alarm;
  std::string metrics, listen; ///< a path; an address
  std::uint64_t metrics_objects = 0;
};

/// Declares every option of `fsfind watch`.
void addWatchOptions(const Command &command, WatchArguments &arguments);

/// Fails if options do not go together.
[[nodiscard]] Expected<void> checkWatch(const WatchArguments &arguments);

/// Seconds from one step to the next.
[[nodiscard]] double intervalOf(const WatchArguments &arguments);
[[nodiscard]] watch::SamplingRequest samplingRequest(const WatchArguments &arguments);
/// The alarms, with the baseline that they compare with.
[[nodiscard]] Expected<Alarms> alarmsOf(const WatchArguments &arguments);

} // namespace fsfind::cli
