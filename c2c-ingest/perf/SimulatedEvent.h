#pragma once

#include "c2c-ingest/perf/Recording.h"

#include <algorithm>

/// How the events of a recording by simulation (c2c-ingest/record) are told from those of hardware.
namespace fsfind::perf {

/// config2 of both events ("fsfindsm"), which real memory events do not use: it lies at the file's
/// start, so that recordings that were cut off have it. It says as well that data sources have a
/// SimulatedWord.
inline constexpr std::uint64_t kSimulatedEvent = 0x6673'6669'6e64'736e;
/// That mark before there was a SimulatedWord.
inline constexpr std::uint64_t kOlderSimulatedEvent = 0x6673'6669'6e64'736d;

/// Offset in the file of a number that is not 0 if some records could not be written; the first
/// record lies behind it.
inline constexpr std::uint64_t kSimulatedErrorOffset = 408;

[[nodiscard]] inline bool areSimulated(const std::vector<EventAttr> &events) {
  return std::any_of(events.begin(), events.end(), [](const EventAttr &event) {
    return event.config2 == kSimulatedEvent || event.config2 == kOlderSimulatedEvent;
  });
}

} // namespace fsfind::perf
