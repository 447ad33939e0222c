// Layouts: include/uapi/linux/perf_event.h, at the enumerator of each record type.

#include "c2c-ingest/perf/SideRecords.h"

#include "c2c-ingest/base/LongestName.h"

#include <algorithm>
#include <utility>

namespace fsfind::perf {
namespace {

constexpr std::uint32_t kProtExec = 4;

/// Names of threads have 15 bytes, and threads have those of their parents.
constexpr std::size_t kLongestThread = 64;

std::string readName(ByteReader &reader, std::size_t longest = kLongestName) {
  return std::string(textUntilNul(reader.take(reader.remaining())).substr(0, longest));
}

CpuMode cpuMode(std::uint16_t misc) {
  const auto mode = misc & kMiscCpuModeMask;
  return mode <= static_cast<int>(CpuMode::GuestUser) ? static_cast<CpuMode>(mode)
                                                      : CpuMode::Unknown;
}

void readMapping(ByteReader &reader, MmapEvent &map) {
  map.pid = reader.u32();
  map.tid = reader.u32();
  map.address = reader.u64();
  map.length = reader.u64();
  map.file_offset = reader.u64();
}

/// u32 pid, tid; u64 addr, len, pgoff; char filename[]
MmapEvent readMmap(ByteReader &reader, std::uint16_t misc) {
  MmapEvent map;
  map.mode = cpuMode(misc);
  readMapping(reader, map);
  map.protection = (misc & kMiscMmapData) ? 0 : kProtExec;
  map.file = readName(reader);
  return map;
}

/// u8 size, 3 unused bytes, 20 bytes of id
std::vector<std::uint8_t> readBuildId(ByteReader &reader) {
  constexpr std::size_t kIdBytes = 20;
  const std::size_t size = std::min<std::size_t>(reader.u8(), kIdBytes);
  reader.skip(3);
  const Bytes id = reader.take(kIdBytes);
  std::vector<std::uint8_t> bytes;
  for (const std::byte byte : id.first(std::min(size, id.size())))
    bytes.push_back(std::to_integer<std::uint8_t>(byte));
  return bytes;
}

/// as MMAP, then u32 maj, min; u64 ino, ino_generation (or a build-id); u32 prot, flags; filename
MmapEvent readMmap2(ByteReader &reader, std::uint16_t misc) {
  MmapEvent map;
  map.mode = cpuMode(misc);
  readMapping(reader, map);
  if (misc & kMiscMmapBuildId) {
    map.build_id = readBuildId(reader);
  } else {
    map.major = reader.u32();
    map.minor = reader.u32();
    map.inode = reader.u64();
    map.inode_generation = reader.u64();
  }
  map.protection = reader.u32();
  map.flags = reader.u32();
  map.file = readName(reader);
  return map;
}

/// u32 pid, tid; char comm[]
CommEvent readComm(ByteReader &reader, std::uint16_t misc) {
  CommEvent comm;
  comm.exec = (misc & kMiscCommExec) != 0;
  comm.pid = reader.u32();
  comm.tid = reader.u32();
  comm.comm = readName(reader, kLongestThread);
  return comm;
}

/// u32 pid, ppid, tid, ptid; u64 time
ForkEvent readFork(ByteReader &reader, std::uint16_t misc) {
  ForkEvent fork;
  fork.exec = (misc & kMiscForkExec) != 0;
  fork.pid = reader.u32();
  fork.parent_pid = reader.u32();
  fork.tid = reader.u32();
  fork.parent_tid = reader.u32();
  reader.skip(8);
  return fork;
}

} // namespace

SampleIdTrailer::Layout SampleIdTrailer::layOut(const EventAttr &event) {
  if (!event.sample_id_all)
    return {};
  Layout layout; // from the end to the start
  const auto put = [&](SampleType field) {
    layout.size += event.has(field) ? 8 : 0;
    return event.has(field) ? layout.size : 0;
  };
  put(kSampleIdentifier);
  layout.cpu_from_end = put(kSampleCpu);
  put(kSampleStreamId);
  put(kSampleId);
  layout.time_from_end = put(kSampleTime);
  layout.tid_from_end = put(kSampleTid);
  return layout;
}

SampleIdTrailer::SampleIdTrailer(const std::vector<EventAttr> &events) {
  for (const EventAttr &event : events)
    add(event);
}

void SampleIdTrailer::add(const EventAttr &event) {
  const Layout layout = layOut(event);
  if (!std::exchange(any_event_, true))
    common_ = layout;
  all_alike_ &= layout == common_;
  all_identified_ &= event.sample_id_all && event.has(kSampleIdentifier);
  all_have_time_ &= layout.time_from_end != 0;
  if (all_identified_)
    for (const std::uint64_t id : event.ids)
      by_id_.emplace(id, layout);
}

SampleIdTrailer::Layout SampleIdTrailer::layoutOf(Bytes payload, bool swap) const {
  if (all_alike_ || !all_identified_ || payload.size() < 8)
    return common_;
  ByteReader last(payload.last(8), swap);
  const auto found = by_id_.find(last.u64());
  return found == by_id_.end() ? common_ : found->second;
}

SampleIdTrailer::Found SampleIdTrailer::find(Bytes payload, bool swap) const {
  const Layout layout = layoutOf(payload, swap);
  if (payload.size() < layout.size)
    return {};
  Found found;
  found.size = layout.size;
  if (layout.time_from_end != 0)
    found.time = ByteReader(payload.last(layout.time_from_end), swap).u64();
  if (layout.cpu_from_end != 0)
    found.cpu = ByteReader(payload.last(layout.cpu_from_end), swap).u32();
  if (layout.tid_from_end != 0) {
    ByteReader reader(payload.last(layout.tid_from_end), swap);
    found.pid = reader.u32();
    found.tid = reader.u32();
  }
  return found;
}

std::optional<SideEvent> decodeSideRecord(const Record &record, const SampleIdTrailer &trailer,
                                          bool swap) {
  const SampleIdTrailer::Found found = trailer.find(record.payload, swap);
  ByteReader reader(record.payload.first(record.payload.size() - found.size), swap);
  SideEvent side;
  side.when = found.time;
  switch (record.type) {
  case kRecordMmap:
    side.event = readMmap(reader, record.misc);
    break;
  case kRecordMmap2:
    side.event = readMmap2(reader, record.misc);
    break;
  case kRecordComm:
    side.event = readComm(reader, record.misc);
    break;
  case kRecordFork:
    side.event = readFork(reader, record.misc);
    break;
  default:
    return std::nullopt;
  }
  if (!reader.ok())
    return std::nullopt;
  return side;
}

std::vector<const SideEvent *> inTimeOrder(const std::vector<SideEvent> &events) {
  std::vector<const SideEvent *> ordered;
  ordered.reserve(events.size());
  for (const SideEvent &event : events)
    ordered.push_back(&event);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const SideEvent *a, const SideEvent *b) { return a->when < b->when; });
  return ordered;
}

} // namespace fsfind::perf
