// Layout: tools/perf/Documentation/perf.data-file-format.txt.

#include "c2c-ingest/record/clock/ClockForm.h"

#include "c2c-ingest/record/RecordingHead.h"

#include <algorithm>
#include <cstring>

namespace fsfind::record::clock {

namespace {

constexpr std::uint64_t kHeaderSize = 104;
constexpr std::uint64_t kAttrEntry = kAttrSize + 16;
static_assert(kHeaderSize + kAttrEntry <= kStatusOffset);

/// The event, of a size that perf 6.1 reads, whatever the kernel's header has.
void putEvent(ByteSink &out, perf_event_attr event) {
  event.size = kAttrSize;
  const std::size_t size = std::min<std::size_t>(sizeof(event), kAttrSize);
  out.raw({reinterpret_cast<const char *>(&event), size}).zeros(kAttrSize - size);
}

} // namespace

std::string clockHead(const perf_event_attr &event, std::size_t ids, const FileParts &parts) {
  ByteSink out;
  out.raw("PERFILE2").u64(kHeaderSize).u64(kAttrEntry);
  out.u64(kHeaderSize).u64(kAttrEntry); // attributes: one
  out.u64(parts.data.offset).u64(parts.data.size);
  out.u64(0).u64(0); // event types: no longer used
  out.u64(parts.features).zeros(24);
  putEvent(out, event);
  out.u64(parts.tail).u64(parts.tail == 0 ? 0 : ids * sizeof(std::uint64_t));
  return out.bytes();
}

std::string clockDescription(const perf_event_attr &event, const std::vector<std::uint64_t> &ids) {
  ByteSink out;
  out.u32(1).u32(kAttrSize);
  putEvent(out, event);
  out.u32(static_cast<std::uint32_t>(ids.size())).text(kClockName);
  for (const std::uint64_t id : ids)
    out.u64(id);
  return out.bytes();
}

} // namespace fsfind::record::clock
