// Layouts: AUX, ITRACE_START and SWITCH in include/uapi/linux/perf_event.h; AUXTRACE_INFO, AUXTRACE
// and TIME_CONV in tools/lib/perf/include/perf/event.h.

#include "c2c-ingest/perf/AuxIndex.h"

#include <algorithm>
#include <tuple>

namespace fsfind::perf {
namespace {

constexpr std::uint16_t kMiscSwitchOut = 1U << 13;

/// The thread that runs once a SWITCH or SWITCH_CPU_WIDE has happened; none if the record does not
/// tell. Both name the thread itself in their trailer, the latter also the one before or after.
std::optional<CpuSwitch> decodeSwitch(const Record &record, const SampleIdTrailer::Found &trailer,
                                      bool swap) {
  CpuSwitch change{trailer.time, trailer.cpu, trailer.pid, trailer.tid};
  if (record.misc & kMiscSwitchOut) {
    if (record.type != kRecordSwitchCpuWide)
      return std::nullopt;
    ByteReader reader(record.payload, swap);
    change.pid = reader.u32();
    change.tid = reader.u32();
    if (!reader.ok())
      return std::nullopt;
  }
  return change;
}

/// u32 pid, tid: a thread whose trace data begin.
std::optional<CpuSwitch> decodeStart(const Record &record, const SampleIdTrailer::Found &trailer,
                                     bool swap) {
  ByteReader reader(record.payload, swap);
  CpuSwitch start{trailer.time, trailer.cpu, reader.u32(), reader.u32(), true};
  if (!reader.ok())
    return std::nullopt;
  return start;
}

} // namespace

bool AuxIndex::affords(std::uint64_t bytes) {
  const bool affordable = bytes <= memory_left_;
  if (affordable)
    memory_left_ -= bytes;
  else
    ++dropped_;
  return affordable;
}

void AuxIndex::add(const Record &record, const SampleIdTrailer &trailer) {
  if (record.type == kRecordTimeConv)
    trace_.clock = decodeClockConversion(record.payload, swap_);
  if (record.type == kRecordAuxtraceInfo)
    return addInfo(record.payload);
  if (trace_.kind != TraceKind::ArmSpe)
    return;
  if (record.type == kRecordAux)
    addPiece(record, trailer.find(record.payload, swap_));
  else if (record.type == kRecordSwitch || record.type == kRecordSwitchCpuWide ||
           record.type == kRecordItraceStart)
    addSwitch(record, trailer.find(record.payload, swap_));
}

/// u32 type, u32 unused, then u64 words of the type's own.
void AuxIndex::addInfo(Bytes payload) {
  ByteReader reader(payload, swap_);
  const std::uint32_t kind = reader.u32();
  reader.skip(4);
  if (!reader.ok() || static_cast<TraceKind>(kind) != TraceKind::ArmSpe)
    return;
  trace_.kind = TraceKind::ArmSpe;
  trace_.description.clear();
  while (reader.remaining() >= 8)
    trace_.description.push_back(reader.u64());
}

/// u64 aux_offset, aux_size, flags
void AuxIndex::addPiece(const Record &record, const SampleIdTrailer::Found &trailer) {
  ByteReader reader(record.payload, swap_);
  OwnedPiece owned{{}, trailer.cpu, trailer.tid, record.position};
  TracePiece &piece = owned.piece;
  piece.offset = reader.u64();
  piece.size = reader.u64();
  piece.flags = reader.u64();
  piece.when = trailer.time;
  if (!reader.ok())
    return;
  trace_.truncated += piece.has(TracePiece::kTruncated);
  trace_.snapshots |= piece.has(TracePiece::kOverwrite);
  trace_.collided += piece.has(TracePiece::kCollision);
  if (affords(sizeof(OwnedPiece)))
    pieces_.push_back(owned);
}

void AuxIndex::addSwitch(const Record &record, const SampleIdTrailer::Found &trailer) {
  const auto change = record.type == kRecordItraceStart ? decodeStart(record, trailer, swap_)
                                                        : decodeSwitch(record, trailer, swap_);
  if (!change || change->cpu == kNobody || !affords(sizeof(CpuSwitch)))
    return;
  trace_.switches.push_back(*change);
  switch_positions_.push_back(record.position);
}

/// u64 size, offset, reference; u32 idx, tid, cpu, unused
void AuxIndex::addData(const Record &record, Bytes data) {
  if (trace_.kind != TraceKind::ArmSpe || data.empty())
    return;
  ByteReader reader(record.payload, swap_);
  const std::uint64_t size = reader.u64(), offset = reader.u64();
  reader.skip(8);
  const std::uint32_t number = reader.u32(), tid = reader.u32(), cpu = reader.u32();
  if (!reader.ok() || !affords(sizeof(TraceQueue) + sizeof(TraceBytes)))
    return;
  const auto [entry, fresh] = queues_.try_emplace(number, trace_.queues.size());
  if (fresh)
    trace_.queues.push_back({cpu, tid, {}, {}});
  trace_.queues[entry->second].parts.push_back({data, offset, record.position, data.size() < size});
}

/// A piece belongs to the queue of its CPU, or of its thread where queues have no CPU.
void AuxIndex::sortPieces(bool by_time) {
  std::unordered_map<std::uint32_t, TraceQueue *> by_cpu, by_tid;
  for (TraceQueue &queue : trace_.queues)
    (queue.cpu != kNobody ? by_cpu[queue.cpu] : by_tid[queue.tid]) = &queue;
  for (OwnedPiece &owned : pieces_) {
    auto found = by_cpu.find(owned.cpu);
    if (found == by_cpu.end() && (found = by_tid.find(owned.tid)) == by_tid.end())
      continue;
    if (!by_time)
      owned.piece.when = owned.position;
    found->second->pieces.push_back(owned.piece);
  }
  for (TraceQueue &queue : trace_.queues)
    std::stable_sort(queue.pieces.begin(), queue.pieces.end(),
                     [](const TracePiece &a, const TracePiece &b) { return a.offset < b.offset; });
}

void AuxIndex::finish(bool by_time) {
  sortPieces(by_time);
  if (!by_time)
    for (std::size_t i = 0; i < switch_positions_.size(); ++i)
      trace_.switches[i].when = switch_positions_[i];
  std::stable_sort(trace_.switches.begin(), trace_.switches.end(),
                   [](const CpuSwitch &a, const CpuSwitch &b) {
                     return std::tie(a.cpu, a.when) < std::tie(b.cpu, b.when);
                   });
}

} // namespace fsfind::perf
