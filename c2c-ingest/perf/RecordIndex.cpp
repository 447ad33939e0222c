#include "c2c-ingest/perf/RecordIndex.h"

#include "c2c-ingest/perf/EventNames.h"
#include "c2c-ingest/perf/FeatureDecoders.h"
#include "rules/model/NumberText.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind::perf {
namespace {

/// Side events, allocations and the like may take so many bytes of memory plus sixteen times the
/// file's size: only decompression bombs take more.
constexpr std::uint64_t kSideBytes = 256U << 20;

std::uint64_t memoryOf(const SideEvent &event) {
  const auto *map = std::get_if<MmapEvent>(&event.event);
  const auto *comm = std::get_if<CommEvent>(&event.event);
  return sizeof(SideEvent) + (map ? map->file.size() + map->build_id.size() : 0) +
         (comm ? comm->comm.size() : 0);
}

/// Whether records may have that type: the kernel's, perf's or simpleperf's, or one that these may
/// add.
bool isType(std::uint32_t type) {
  constexpr std::uint32_t kKernels = 32, kPerfs = 128, kSimpleperfs = 32'768;
  return (type != 0 && type < kKernels) || (type >= kRecordHeaderAttr && type < kPerfs) ||
         type >= kSimpleperfs;
}

} // namespace

RecordIndex::RecordIndex(RecordingContents &contents, ByteLayout layout, bool pipe,
                         std::uint64_t file_size, const Recording::Progress &progress)
    : contents_(contents), layout_(layout), pipe_(pipe), file_size_(file_size), progress_(progress),
      trailer_(contents.events), side_bytes_left_(kSideBytes + 16 * file_size),
      aux_(contents.trace, layout.swap, side_bytes_left_) {}

void RecordIndex::onRecord(const Record &record, bool decompressed) {
  ++contents_.record_counts[record.type];
  switch (record.type) {
  case kRecordMmap:
  case kRecordMmap2:
  case kRecordComm:
  case kRecordFork:
    return addSideEvent(record);
  case kRecordItraceStart:
    aux_.add(record, trailer_);
    addAllocation(record);
    addBurst(record);
    addThreadStart(record);
    return addStack(record);
  case kRecordExit:
    return addThreadEnd(record);
  case kRecordLost:
  case kRecordLostSamples:
    return countLost(record);
  case kRecordAuxtraceInfo:
  case kRecordTimeConv:
  case kRecordAux:
  case kRecordSwitch:
  case kRecordSwitchCpuWide:
    return aux_.add(record, trailer_);
  case kRecordCompressed:
  case kRecordCompressed2:
    compressed_ |= !decompressed;
    return advance(record.payload.size());
  default:
    not_understood_ += !isType(record.type);
    // Only the kernel's records are compressed; descriptions are perf's own records.
    if (!decompressed)
      addDescription(record);
  }
}

void RecordIndex::onRun(const RecordBatch &run, std::uint64_t samples, bool decompressed) {
  if (samples != 0)
    contents_.record_counts[kRecordSample] += samples;
  if (decompressed)
    return;
  contents_.batches.push_back(run);
  advance(run.bytes.size());
}

void RecordIndex::advance(std::uint64_t bytes) {
  constexpr std::uint64_t kStep = 1U << 20;
  const std::uint64_t before = bytes_seen_ / kStep;
  bytes_seen_ += bytes;
  if (progress_ && bytes_seen_ / kStep != before)
    progress_(static_cast<double>(bytes_seen_) / static_cast<double>(file_size_));
}

void RecordIndex::addDescription(const Record &record) {
  std::vector<EventAttr> &events = contents_.events;
  if (record.type == kRecordEventUpdate)
    names_.addUpdate(record.payload, layout_.swap);
  if (!pipe_)
    return;
  if (record.type == kRecordHeaderAttr) {
    if (std::optional<EventAttr> attr = decodeHeaderAttr(record.payload, layout_)) {
      trailer_.add(*attr);
      events.push_back(std::move(*attr));
    }
  } else if (record.type == kRecordEventType) {
    names_.addType(record.payload, layout_.swap);
  } else if (record.type == kRecordHeaderFeature) {
    addFeature(record.payload);
  } else if (record.type == kRecordBuildId) {
    if (std::optional<BuildIdEntry> entry = decodeBuildId(record.misc, record.payload))
      contents_.features.build_ids.push_back(std::move(*entry));
  }
}

/// u64 number of the feature, then its payload.
void RecordIndex::addFeature(Bytes payload) {
  ByteReader reader(payload, layout_.swap);
  const std::uint64_t number = reader.u64();
  if (reader.ok() && number < 256)
    decodeFeature(static_cast<unsigned>(number), reader.take(reader.remaining()), layout_,
                  {contents_.features, contents_.events});
}

void RecordIndex::addSideEvent(const Record &record) {
  std::optional<SideEvent> event = decodeSideRecord(record, trailer_, layout_.swap);
  if (!event) {
    ++not_understood_;
    return;
  }
  const std::uint64_t memory = memoryOf(*event);
  if (memory > side_bytes_left_) {
    ++dropped_side_events_;
    return;
  }
  side_bytes_left_ -= memory;
  contents_.side_events.push_back(std::move(*event));
  positions_.push_back(record.position);
}

void RecordIndex::addAllocation(const Record &record) {
  const std::optional<Allocation> block = decodeAllocation(record.payload, layout_.swap);
  if (!block)
    return;
  if (sizeof(Allocation) > side_bytes_left_) {
    ++dropped_allocations_;
    allocations_until_ = std::min(allocations_until_, lastOf(*block));
    return;
  }
  side_bytes_left_ -= sizeof(Allocation);
  contents_.allocations.push_back(*block);
}

/// A stack that is left out costs names of variables, no more: frames are known by two sights.
void RecordIndex::addStack(const Record &record) {
  std::optional<StackSight> sight = decodeStack(record.payload, layout_.swap);
  if (!sight)
    return;
  constexpr std::uint64_t kWordBytes = 64; // of a tree's node
  const std::uint64_t memory = sizeof(StackSight) + kWordBytes * sight->words.size();
  if (memory > side_bytes_left_)
    return;
  side_bytes_left_ -= memory;
  contents_.stacks.sights.push_back(*std::move(sight));
}

/// A start that is left out costs the thread's name, no more.
void RecordIndex::addThreadStart(const Record &record) {
  std::optional<ThreadStart> start = decodeStart(record.payload, layout_.swap);
  if (!start)
    return;
  const std::uint64_t memory = sizeof(ThreadStart) + sizeof(std::uint64_t) * start->code.size();
  if (memory > side_bytes_left_)
    return;
  side_bytes_left_ -= memory;
  contents_.stacks.starts.push_back(*std::move(start));
}

/// Those that are left out are of a file with nothing else in it.
void RecordIndex::addBurst(const Record &record) {
  const std::optional<Burst> burst = decodeBurst(record.payload, layout_.swap);
  if (!burst || sizeof(Burst) > side_bytes_left_)
    return;
  side_bytes_left_ -= sizeof(Burst);
  contents_.bursts.push_back(*burst);
}

void RecordIndex::addThreadEnd(const Record &record) {
  if (contents_.stacks.sights.empty() || sizeof(ThreadEnd) > side_bytes_left_)
    return;
  if (const std::optional<ThreadEnd> end = decodeEnd(record.payload, layout_.swap)) {
    side_bytes_left_ -= sizeof(ThreadEnd);
    contents_.stacks.ends.push_back(*end);
  }
}

/// LOST: u64 id, u64 lost. LOST_SAMPLES: u64 lost.
void RecordIndex::countLost(const Record &record) {
  ByteReader reader(record.payload, layout_.swap);
  if (record.type == kRecordLost)
    reader.skip(8);
  contents_.lost_samples += reader.u64();
}

void RecordIndex::finish() {
  names_.apply(contents_.events);
  contents_.allocations = logOf(std::move(contents_.allocations), allocations_until_);
  contents_.orders_by_time = trailer_.alwaysHasTime();
  if (!contents_.orders_by_time)
    for (std::size_t index = 0; index < positions_.size(); ++index)
      contents_.side_events[index].when = positions_[index];
  aux_.finish(contents_.orders_by_time);
  noteDropped();
}

void RecordIndex::noteDropped() {
  if (not_understood_ != 0)
    contents_.notes.push_back(
        {fmt::format("{} could not be understood: of types that perf does not have, or too short; "
                     "the recording is damaged, and what it says may be wrong; record again",
                     counted(not_understood_, "record")),
         true});
  if (dropped_side_events_ != 0)
    contents_.notes.push_back(
        {fmt::format("{} mappings and task events were left out: far more than a recording of this "
                     "size can hold; addresses in them stay unknown",
                     dropped_side_events_)});
  if (dropped_allocations_ != 0)
    contents_.notes.push_back(
        {fmt::format("{} allocations were left out: far more than a recording of this size can "
                     "hold; memory of the heap is named less often from there on",
                     dropped_allocations_)});
  if (aux_.dropped() != 0)
    contents_.notes.push_back({fmt::format(
        "{} records about Arm SPE data were left out: far more than a recording of this "
        "size can hold; samples may be missing, or belong to another thread",
        aux_.dropped())});
}

} // namespace fsfind::perf
