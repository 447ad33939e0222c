#pragma once

#include "rules/watch/Step.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Events of processors that count contended loads, and what perf prints of them.
namespace fsfind::watch {

/// What an event counts. The first of a role that perf lists is used.
enum class CountRole : std::uint8_t { LocalHitm, RemoteHitm, NearFill, FarFill, Remote, Loads };

struct CountEvent {
  CountRole role;
  std::string_view name; ///< as `perf list` has it
};

/// More share counters by turns (multiplexing), and then some numbers are wrong.
inline constexpr std::size_t kMostEvents = 4;

/// The names of all events that are known here.
[[nodiscard]] std::vector<std::string> knownCountEvents();

/// At most kMostEvents of those that `listed` (the output of `perf list`) names; none of them
/// unless one of them counts contended or remote loads.
[[nodiscard]] std::vector<CountEvent> chooseCountEvents(std::string_view listed);

/// Reads what `perf stat -x ;` writes (perf-stat(1), CSV FORMAT) into a step: counts, and the least
/// part of the time in which one of the events was counted. What is not counted, not supported or
/// not a number has no value. The text may be hostile.
[[nodiscard]] Step countedStep(std::string_view csv, const std::vector<CountEvent> &events);

/// Whether any event was counted.
[[nodiscard]] bool hasCounts(const Step &step);

} // namespace fsfind::watch
