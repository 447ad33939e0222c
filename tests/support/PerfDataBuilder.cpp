#include "tests/support/PerfDataBuilder.h"

#include "tests/support/PerfDataCompressor.h"

#include <algorithm>

namespace fsfind::test {

using namespace perf;

namespace {

constexpr std::size_t kFileHeaderSize = 104;
constexpr std::size_t kStreamBuffer = 1U << 20;

void putText(ByteWriter &out, std::string_view text) {
  out.text(text).zeros(8 - text.size() % 8); // at least one NUL
}

} // namespace

PerfDataBuilder::PerfDataBuilder(PerfDataLayout layout)
    : layout_(layout), features_(layout.order), records_(layout.order), pending_(layout.order) {}

PerfDataBuilder::~PerfDataBuilder() {
  if (file_)
    std::fclose(file_);
}

std::size_t PerfDataBuilder::addEvent(EventSpec event) {
  events_.push_back(std::move(event));
  return events_.size() - 1;
}

PerfDataBuilder &PerfDataBuilder::compress(Compression kind, std::size_t chunk) {
  compressor_ = std::make_unique<Compressor>(kind, chunk);
  features_.compressed(1U << 20);
  return *this;
}

std::size_t PerfDataBuilder::beginRecord(std::uint32_t type, std::uint16_t misc) {
  const std::size_t start = target().size();
  target().u32(type).u16(misc).u16(0);
  return start;
}

PerfDataBuilder &PerfDataBuilder::endRecord(std::size_t start) {
  target().patch16(start + 6, static_cast<std::uint16_t>(target().size() - start));
  if (compressor_)
    flushCompressed(compressor_->chunk);
  flushToFile(kStreamBuffer);
  return *this;
}

PerfDataBuilder &PerfDataBuilder::endKernelRecord(std::size_t start, const SampleId &id) {
  if (!events_.empty())
    putSampleId(target(), events_.at(id.event), id);
  return endRecord(start);
}

PerfDataBuilder &PerfDataBuilder::sample(const Sample &sample) {
  const std::size_t start = beginRecord(kRecordSample, sample.misc);
  putSample(target(), events_.at(sample.event), sample);
  return endRecord(start);
}

PerfDataBuilder &PerfDataBuilder::mmap(const MmapSpec &map, const SampleId &id) {
  const std::size_t start = beginRecord(kRecordMmap, map.misc);
  target().u32(map.pid).u32(map.tid).u64(map.address).u64(map.length).u64(map.page_offset);
  putText(target(), map.file);
  return endKernelRecord(start, id);
}

PerfDataBuilder &PerfDataBuilder::mmap2(const MmapSpec &map, const SampleId &id) {
  const bool has_build_id = !map.build_id.empty();
  const auto misc =
      static_cast<std::uint16_t>(map.misc | (has_build_id ? unsigned{kMiscMmapBuildId} : 0U));
  const std::size_t start = beginRecord(kRecordMmap2, misc);
  ByteWriter &out = target();
  out.u32(map.pid).u32(map.tid).u64(map.address).u64(map.length).u64(map.page_offset);
  if (has_build_id) {
    out.u8(static_cast<std::uint8_t>(map.build_id.size())).zeros(3);
    for (const std::uint8_t byte : map.build_id)
      out.u8(byte);
    out.zeros(20 - map.build_id.size());
  } else {
    out.u32(map.major).u32(map.minor).u64(map.inode).u64(map.inode_generation);
  }
  out.u32(map.protection).u32(map.flags);
  putText(out, map.file);
  return endKernelRecord(start, id);
}

PerfDataBuilder &PerfDataBuilder::comm(const CommSpec &comm, const SampleId &id) {
  const std::size_t start = beginRecord(kRecordComm, comm.exec ? kMiscCommExec : 0);
  target().u32(comm.pid).u32(comm.tid);
  putText(target(), comm.comm);
  return endKernelRecord(start, id);
}

PerfDataBuilder &PerfDataBuilder::task(std::uint32_t type, const ForkSpec &task,
                                       const SampleId &id) {
  const std::size_t start = beginRecord(type, task.misc);
  target().u32(task.pid).u32(task.parent_pid).u32(task.tid).u32(task.parent_tid).u64(task.time);
  return endKernelRecord(start, id);
}

PerfDataBuilder &PerfDataBuilder::fork(const ForkSpec &fork, const SampleId &id) {
  return task(kRecordFork, fork, id);
}

PerfDataBuilder &PerfDataBuilder::exit(const ForkSpec &exit, const SampleId &id) {
  return task(kRecordExit, exit, id);
}

PerfDataBuilder &PerfDataBuilder::lost(std::uint64_t count, const SampleId &id) {
  const std::size_t start = beginRecord(kRecordLost, 0);
  target().u64(0).u64(count);
  return endKernelRecord(start, id);
}

PerfDataBuilder &PerfDataBuilder::lostSamples(std::uint64_t count, const SampleId &id) {
  const std::size_t start = beginRecord(kRecordLostSamples, 0);
  target().u64(count);
  return endKernelRecord(start, id);
}

PerfDataBuilder &PerfDataBuilder::throttle(std::uint64_t time, const SampleId &id) {
  const std::size_t start = beginRecord(kRecordThrottle, 0);
  target().u64(time).u64(0).u64(0);
  return endKernelRecord(start, id);
}

PerfDataBuilder &PerfDataBuilder::finishedRound() {
  if (compressor_)
    flushCompressed(0);
  records_.u32(kRecordFinishedRound).u16(0).u16(kRecordHeaderSize);
  return *this;
}

PerfDataBuilder &PerfDataBuilder::auxtrace(const AuxtraceSpec &where, Bytes data) {
  constexpr std::uint16_t kSize = kRecordHeaderSize + 40;
  if (compressor_)
    flushCompressed(0);
  listAuxtrace(kSize);
  records_.u32(kRecordAuxtrace).u16(0).u16(kSize);
  records_.u64(data.size()).u64(where.offset).u64(0);
  records_.u32(where.queue).u32(where.tid).u32(where.cpu).u32(0).raw(data);
  flushToFile(kStreamBuffer);
  return *this;
}

/// Feature AUXTRACE: u64 count, then the file offset and the size of each record without its data.
void PerfDataBuilder::listAuxtrace(std::uint64_t size) {
  if (layout_.mode == PerfDataMode::Pipe)
    return;
  auxtraces_.emplace_back(position(), size);
  ByteWriter list = writer();
  list.u64(auxtraces_.size());
  for (const auto &[at, bytes] : auxtraces_)
    list.u64(at).u64(bytes);
  features_.raw(kFeatureAuxtrace, list.take());
}

PerfDataBuilder &PerfDataBuilder::kernelRecord(std::uint32_t type, std::uint16_t misc,
                                               Bytes payload, const SampleId &id) {
  const std::size_t start = beginRecord(type, misc);
  target().raw(payload);
  return endKernelRecord(start, id);
}

PerfDataBuilder &PerfDataBuilder::record(std::uint32_t type, std::uint16_t misc, Bytes payload) {
  const std::size_t start = beginRecord(type, misc);
  target().raw(payload);
  return endRecord(start);
}

PerfDataBuilder &PerfDataBuilder::raw(Bytes bytes) {
  target().raw(bytes);
  return *this;
}

PerfDataBuilder &PerfDataBuilder::eventName(std::uint64_t id, std::string_view name) {
  constexpr std::uint64_t kUpdateName = 2;
  const std::size_t start = beginRecord(kRecordEventUpdate, 0);
  target().u64(kUpdateName).u64(id);
  putText(target(), name);
  return endRecord(start);
}

PerfDataBuilder &PerfDataBuilder::interrupted() {
  interrupted_ = true;
  return *this;
}

/// Compresses what is pending, in chunks of `chunk` bytes as long as whole ones are there; with 0,
/// everything.
void PerfDataBuilder::flushCompressed(std::size_t chunk) {
  const std::size_t unit = chunk == 0 ? compressor_->chunk : chunk;
  const std::vector<std::byte> pending = pending_.take();
  pending_.clear();
  Bytes rest = pending;
  while (rest.size() >= unit || (chunk == 0 && !rest.empty())) {
    const Bytes part = rest.first(std::min(unit, rest.size()));
    compressor_->putRecord(records_, part);
    rest = rest.subspan(part.size());
  }
  pending_.raw(rest);
}

std::vector<std::byte> PerfDataBuilder::filePrefix(std::uint64_t data_size) {
  ByteWriter out = writer();
  const std::uint64_t entry = layout_.attr_size + 16;
  std::uint64_t ids_at = kFileHeaderSize;
  std::uint64_t attrs_at = ids_at;
  for (const EventSpec &event : events_)
    attrs_at += event.ids.size() * 8;
  const std::uint64_t attrs_size = entry * events_.size();
  out.put(std::uint64_t{0x32454c4946524550}); // "PERFILE2" read as a little-endian word
  out.u64(kFileHeaderSize).u64(entry).u64(attrs_at).u64(attrs_size);
  out.u64(attrs_at + attrs_size).u64(interrupted_ ? 0 : data_size).u64(0).u64(0);
  std::uint64_t bitmap[4] = {};
  for (const auto &[bit, payload] : features_.payloads())
    if (!interrupted_)
      bitmap[bit / 64] |= 1ULL << (bit % 64);
  for (const std::uint64_t word : bitmap)
    out.u64(word);
  for (const EventSpec &event : events_)
    for (const std::uint64_t id : event.ids)
      out.u64(id);
  for (const EventSpec &event : events_) {
    putAttr(out, event, layout_.attr_size);
    out.u64(ids_at).u64(event.ids.size() * 8);
    ids_at += event.ids.size() * 8;
  }
  return out.take();
}

std::vector<std::byte> PerfDataBuilder::pipePrefix() const {
  ByteWriter out = writer();
  const auto putRecord = [&](std::uint32_t type, const ByteWriter &payload) {
    out.u32(type).u16(0).u16(static_cast<std::uint16_t>(kRecordHeaderSize + payload.size()));
    out.raw(payload.bytes());
  };
  out.put(std::uint64_t{0x32454c4946524550}).u64(16);
  for (const EventSpec &event : events_) {
    ByteWriter attr = writer();
    putAttr(attr, event, layout_.attr_size);
    for (const std::uint64_t id : event.ids)
      attr.u64(id);
    putRecord(kRecordHeaderAttr, attr);
  }
  for (const auto &[bit, payload] : features_.payloads())
    putRecord(kRecordHeaderFeature, writer().u64(bit).raw(payload).align(8));
  return out.take();
}

std::vector<std::byte> PerfDataBuilder::prefix(std::uint64_t data_size) {
  return layout_.mode == PerfDataMode::File ? filePrefix(data_size) : pipePrefix();
}

/// The feature sections that follow `at` bytes of header and data.
std::vector<std::byte> PerfDataBuilder::suffix(std::uint64_t at) const {
  ByteWriter out = writer();
  if (layout_.mode == PerfDataMode::Pipe || interrupted_)
    return {};
  at += features_.payloads().size() * 16;
  for (const auto &[bit, payload] : features_.payloads()) {
    out.u64(at).u64(payload.size());
    at += payload.size();
  }
  for (const auto &[bit, payload] : features_.payloads())
    out.raw(payload);
  return out.take();
}

std::uint64_t PerfDataBuilder::dataOffset() {
  return prefix(0).size();
}

std::vector<std::byte> PerfDataBuilder::bytes() {
  if (compressor_)
    flushCompressed(0);
  std::vector<std::byte> all = prefix(records_.size());
  all.insert(all.end(), records_.bytes().begin(), records_.bytes().end());
  const std::vector<std::byte> end = suffix(all.size());
  all.insert(all.end(), end.begin(), end.end());
  return all;
}

bool PerfDataBuilder::writeTo(const std::string &path) {
  const std::vector<std::byte> all = bytes();
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return false;
  const bool whole = std::fwrite(all.data(), 1, all.size(), file) == all.size();
  return std::fclose(file) == 0 && whole;
}

bool PerfDataBuilder::streamTo(const std::string &path) {
  file_ = std::fopen(path.c_str(), "wb");
  if (!file_)
    return false;
  const std::vector<std::byte> start = prefix(0);
  return std::fwrite(start.data(), 1, start.size(), file_) == start.size();
}

void PerfDataBuilder::flushToFile(std::size_t threshold) {
  if (!file_ || records_.size() < threshold)
    return;
  const Bytes bytes = records_.bytes();
  write_failed_ |= std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size();
  written_ += bytes.size();
  records_.clear();
}

bool PerfDataBuilder::finish() {
  if (compressor_)
    flushCompressed(0);
  flushToFile(0);
  const std::vector<std::byte> start = prefix(written_);
  const std::vector<std::byte> end = suffix(start.size() + written_);
  write_failed_ |= std::fwrite(end.data(), 1, end.size(), file_) != end.size();
  std::rewind(file_);
  write_failed_ |= std::fwrite(start.data(), 1, start.size(), file_) != start.size();
  write_failed_ |= std::fclose(file_) != 0;
  file_ = nullptr;
  return !write_failed_;
}

} // namespace fsfind::test
