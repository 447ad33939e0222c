#pragma once

#include "c2c-ingest/record/ByteSink.h"
#include "c2c-ingest/record/RecordingOutput.h"
#include "c2c-ingest/record/Simulation.h"

#include <array>
#include <string>

namespace fsfind::record {

/// One of the two events of a simulated recording.
struct SimulatedEvent {
  std::string name;
  std::uint64_t config = 0, config1 = 0, period = 0, id = 0;
};

std::array<SimulatedEvent, 2> simulatedEvents(const Simulation &simulation);

/// Bytes of perf_event_attr as written here: PERF_ATTR_SIZE_VER7, which perf 6.1 and later read.
inline constexpr std::uint32_t kAttrSize = 128;
static_assert(kStatusOffset == 104 + 2 * (kAttrSize + 16) + 2 * 8);

void putAttr(ByteSink &out, const SimulatedEvent &event);

/// Header, attributes and their ids: what lies before the status. `features` has the first 64 bits
/// of the header's feature bit set; a recording that is not finished (or was cut off) has none.
std::string recordingHead(const Simulation &simulation, const DataSection &data,
                          std::uint64_t features);

} // namespace fsfind::record
