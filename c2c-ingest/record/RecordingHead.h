#pragma once

#include "c2c-ingest/record/ByteSink.h"
#include "c2c-ingest/record/Simulation.h"
#include "c2c-ingest/record/layout/RecordingStatus.h"

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
/// Bytes of the head, which is the offset of the first record.
inline constexpr std::uint64_t kHeadSize =
    104 + 2 * (kAttrSize + 16) + 2 * 8 + sizeof(RecordingStatus);
static_assert(kHeadSize == kStatusOffset + sizeof(RecordingStatus));
/// Bytes of a sample record (fields: RecordLayout.h), header included.
inline constexpr std::uint64_t kSampleSize = 88;

void putAttr(ByteSink &out, const SimulatedEvent &event);

/// Header, attributes, their ids, and the status. A `data_size` of 0 marks a recording that is not
/// finished (or was cut off); `features` has the first 64 bits of the header's feature bit set.
std::string recordingHead(const Simulation &simulation, std::uint64_t data_size,
                          std::uint64_t features, RecordingStatus::State state);

} // namespace fsfind::record
