#pragma once

#include "c2c-ingest/record/RecordingOutput.h"

#include <cstdint>
#include <linux/perf_event.h>
#include <string>
#include <vector>

namespace fsfind::record::clock {

/// As `perf record -e cpu-clock:u` names it.
inline constexpr const char *kClockName = "cpu-clock:u";

/// The head of a recording by one event, of which there are many for CPUs and threads, whose ids
/// are the form's tail.
[[nodiscard]] std::string clockHead(const perf_event_attr &event, std::size_t ids,
                                    const FileParts &parts);

/// The header feature EVENT_DESC of that event.
[[nodiscard]] std::string clockDescription(const perf_event_attr &event,
                                           const std::vector<std::uint64_t> &ids);

} // namespace fsfind::record::clock
