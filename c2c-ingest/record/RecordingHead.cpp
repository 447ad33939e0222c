#include "c2c-ingest/record/RecordingHead.h"

#include "c2c-ingest/perf/SimulatedEvent.h"
#include "c2c-ingest/record/layout/RecordLayout.h"

#include <fmt/format.h>

namespace fsfind::record {

namespace {

constexpr std::uint32_t kTypeRaw = 4; // PERF_TYPE_RAW
constexpr std::uint64_t kReadId = 4;  // PERF_FORMAT_ID
// Config words of mem-loads and mem-stores on Intel's core PMU.
constexpr std::uint64_t kMemLoads = 0x1cd, kMemStores = 0x82d0;

/// Bit-fields of perf_event_attr (include/uapi/linux/perf_event.h) as bits of one word.
enum AttrFlag : std::uint64_t {
  kInherit = 1ULL << 1,
  kMmap = 1ULL << 8,
  kComm = 1ULL << 9,
  kTask = 1ULL << 13,
  kPreciseIp = 3ULL << 15,
  kMmapData = 1ULL << 17,
  kSampleIdAll = 1ULL << 18,
  kMmap2 = 1ULL << 23,
  kCommExec = 1ULL << 24,
};
constexpr std::uint64_t kFlags =
    kInherit | kMmap | kComm | kTask | kPreciseIp | kMmapData | kSampleIdAll | kMmap2 | kCommExec;

constexpr std::uint64_t kHeaderSize = 104;
constexpr std::uint64_t kAttrEntry = kAttrSize + 16;

} // namespace

std::array<SimulatedEvent, 2> simulatedEvents(const Simulation &simulation) {
  return {{{fmt::format(fmt::runtime(kLoadsName), simulation.ldlat), kMemLoads, simulation.ldlat,
            simulation.load_period, kLoadsId},
           {kStoresName, kMemStores, 0, simulation.store_period, kStoresId}}};
}

void putAttr(ByteSink &out, const SimulatedEvent &event) {
  const std::size_t start = out.bytes().size();
  out.u32(kTypeRaw).u32(kAttrSize).u64(event.config).u64(event.period);
  out.u64(kSampleType).u64(kReadId).u64(kFlags);
  out.u32(0).u32(0); // wake-up, breakpoint type
  out.u64(event.config1).u64(perf::kSimulatedEvent);
  out.zeros(start + kAttrSize - out.bytes().size());
}

std::string recordingHead(const Simulation &simulation, const DataSection &data,
                          std::uint64_t features) {
  const auto events = simulatedEvents(simulation);
  ByteSink out;
  out.raw("PERFILE2").u64(kHeaderSize).u64(kAttrEntry);
  out.u64(kHeaderSize).u64(events.size() * kAttrEntry); // attributes
  out.u64(data.offset).u64(data.size);
  out.u64(0).u64(0); // event types: no longer used
  out.u64(features).zeros(24);
  std::uint64_t ids_at = kHeaderSize + events.size() * kAttrEntry;
  for (const SimulatedEvent &event : events) {
    putAttr(out, event);
    out.u64(ids_at).u64(8);
    ids_at += 8;
  }
  for (const SimulatedEvent &event : events)
    out.u64(event.id);
  return out.bytes();
}

} // namespace fsfind::record
