#include "c2c-ingest/perf/SampleDecoder.h"

#include <algorithm>
#include <utility>

// A sample is a header and the fields its event's sample_type selects, in the order that the
// comment of PERF_RECORD_SAMPLE in include/uapi/linux/perf_event.h gives:
//
//   IDENTIFIER IP TID TIME ADDR ID STREAM_ID CPU PERIOD READ CALLCHAIN RAW BRANCH_STACK REGS_USER
//   STACK_USER WEIGHT|WEIGHT_STRUCT DATA_SRC TRANSACTION REGS_INTR PHYS_ADDR …
//
// The fields from READ to STACK_USER, and REGS_INTR, have variable length. Memory events normally
// have none of those, so their offsets are computed once per event; otherwise each sample is
// measured.

namespace fsfind::perf {

namespace {

constexpr std::uint64_t kBranchHardwareIndex = 1U << 17; // PERF_SAMPLE_BRANCH_HW_INDEX
constexpr std::uint64_t kBranchCounters = 1U << 19;      // PERF_SAMPLE_BRANCH_COUNTERS
constexpr std::uint64_t kBranchEntrySize = 24;
constexpr std::uint64_t kWord = 8;
constexpr std::uint64_t kAbi64 = 2; // PERF_SAMPLE_REGS_ABI_64

/// Each of these adds a word to a sample, all before the fields of variable length.
constexpr std::uint64_t kFieldsInFront = kSampleIdentifier | kSampleIp | kSampleTid | kSampleTime |
                                         kSampleAddr | kSampleId | kSampleStreamId | kSampleCpu |
                                         kSamplePeriod;

constexpr std::uint64_t kVariableFields = kSampleRead | kSampleCallchain | kSampleRaw |
                                          kSampleBranchStack | kSampleRegsUser | kSampleStackUser;

void skipWords(ByteReader &reader, std::uint64_t count, std::uint64_t words_each = 1) {
  const std::uint64_t available = reader.remaining() / kWord;
  reader.skip(count > available / words_each ? UINT64_MAX : count * words_each * kWord);
}

void skipRead(ByteReader &reader, std::uint64_t format) {
  const auto bit = [&](ReadFormat flag) -> std::uint64_t { return (format & flag) ? 1 : 0; };
  const std::uint64_t times = bit(kReadTotalTimeEnabled) + bit(kReadTotalTimeRunning);
  const std::uint64_t each = 1 + bit(kReadId) + bit(kReadLost);
  if (!(format & kReadGroup))
    return skipWords(reader, times + each);
  const std::uint64_t count = reader.u64();
  skipWords(reader, times);
  skipWords(reader, count, each);
}

void skipBranchStack(ByteReader &reader, std::uint64_t branch_sample_type) {
  const std::uint64_t count = reader.u64();
  if (branch_sample_type & kBranchHardwareIndex)
    reader.skip(kWord);
  skipWords(reader, count, kBranchEntrySize / kWord);
  if (branch_sample_type & kBranchCounters)
    skipWords(reader, count);
}

void skipRegisters(ByteReader &reader, std::uint64_t mask) {
  if (reader.u64() != 0) // the ABI; 0 = no registers follow
    skipWords(reader, static_cast<std::uint64_t>(__builtin_popcountll(mask)));
}

void skipInterruptRegisters(const EventAttr &attr, ByteReader &reader) {
  if (attr.has(kSampleRegsIntr))
    skipRegisters(reader, attr.sample_regs_intr);
}

void skipUserStack(ByteReader &reader) {
  const std::uint64_t size = reader.u64();
  reader.skip(size);
  if (size != 0)
    reader.skip(kWord); // dyn_size
}

void skipToRegisters(const EventAttr &attr, ByteReader &reader) {
  if (attr.has(kSampleRead))
    skipRead(reader, attr.read_format);
  if (attr.has(kSampleCallchain))
    skipWords(reader, reader.u64());
  if (attr.has(kSampleRaw))
    reader.skip(reader.u32());
  if (attr.has(kSampleBranchStack))
    skipBranchStack(reader, attr.branch_sample_type);
}

void skipVariableFields(const EventAttr &attr, ByteReader &reader) {
  skipToRegisters(attr, reader);
  if (attr.has(kSampleRegsUser))
    skipRegisters(reader, attr.sample_regs_user);
  if (attr.has(kSampleStackUser))
    skipUserStack(reader);
}

} // namespace

bool SampleDecoder::hasVariableFields(const EventAttr &attr) {
  constexpr std::uint64_t kBehind =
      kSampleWeight | kSampleWeightStruct | kSampleDataSrc | kSamplePhysAddr;
  return ((attr.sample_type & kVariableFields) != 0 && (attr.sample_type & kBehind) != 0) ||
         (attr.has(kSampleRegsIntr) && attr.has(kSamplePhysAddr));
}

/// Walks the fields in order. With `measure`, fields of variable length are read from the payload
/// behind `reader`; without, there are none before the last field needed.
bool SampleDecoder::layOut(const EventAttr &attr, ByteReader &reader, bool measure,
                           Offsets &offsets) {
  std::fill(std::begin(offsets.at), std::end(offsets.at), kAbsent);
  std::uint32_t at = 0;
  const auto step = [&](std::uint64_t bit, Field field) {
    if (!(attr.sample_type & bit))
      return;
    if (field != kFieldCount)
      offsets.at[field] = at;
    at += kWord;
  };
  const auto measureBy = [&](const auto &skip) {
    reader.skip(at - reader.position());
    skip(attr, reader);
    at = static_cast<std::uint32_t>(reader.position());
  };
  step(kSampleIdentifier, kFieldCount);
  step(kSampleIp, kIp);
  step(kSampleTid, kTid);
  step(kSampleTime, kTime);
  step(kSampleAddr, kAddress);
  step(kSampleId, kFieldCount);
  step(kSampleStreamId, kFieldCount);
  step(kSampleCpu, kCpu);
  step(kSamplePeriod, kPeriod);
  if (measure)
    measureBy(skipVariableFields);
  step(kSampleWeight | kSampleWeightStruct, kWeight);
  step(kSampleDataSrc, kDataSource);
  offsets.end = at;
  if (attr.has(kSamplePhysAddr)) {
    step(kSampleTransaction, kFieldCount);
    if (measure)
      measureBy(skipInterruptRegisters);
    step(kSamplePhysAddr, kPhysical);
    offsets.end = at;
  }
  return reader.ok();
}

SampleDecoder::SampleDecoder(const std::vector<EventAttr> &events, bool swap) : swap_(swap) {
  for (const EventAttr &attr : events) {
    Event event;
    event.fixed = !hasVariableFields(attr);
    event.period = !attr.freq && attr.sample_period != 0 ? attr.sample_period : 1;
    event.weight_mask = attr.has(kSampleWeightStruct) ? UINT32_MAX : UINT64_MAX;
    event.attr = attr;
    ByteReader nothing({}, swap);
    layOut(attr, nothing, false, event.offsets);
    addIds(attr.ids, static_cast<std::uint32_t>(events_.size()));
    events_.push_back(std::move(event));
  }
  if (events_.size() < 2)
    return;
  const EventAttr &first = events_.front().attr;
  if (first.has(kSampleIdentifier))
    id_offset_ = 0;
  else if (first.has(kSampleId)) // perf demands that all events agree up to the id
    id_offset_ = static_cast<std::uint32_t>(
        kWord * static_cast<std::uint64_t>(__builtin_popcountll(
                    first.sample_type & (kSampleIp | kSampleTid | kSampleTime | kSampleAddr))));
}

/// Of events with the same id the first has its samples.
void SampleDecoder::addIds(const std::vector<std::uint64_t> &ids, std::uint32_t event) {
  for (const std::uint64_t id : ids)
    if (ids_(id) == event_of_id_.size())
      event_of_id_.push_back(event);
}

template <class T> T SampleDecoder::load(Bytes payload, std::uint32_t offset) const {
  T value{};
  std::memcpy(&value, payload.data() + offset, sizeof(T));
  return swap_ ? byteSwap(value) : value;
}

const SampleDecoder::Event *SampleDecoder::eventOf(Bytes payload) const {
  if (events_.empty())
    return nullptr;
  if (id_offset_ == kAbsent)
    return &events_.front();
  if (payload.size() < id_offset_ + kWord)
    return nullptr;
  const auto id = load<std::uint64_t>(payload, id_offset_);
  if (const std::uint32_t known = ids_.find(id); known != ingest::SlotTable::kNone)
    return &events_[event_of_id_[known]];
  return id == 0 ? &events_.front() : nullptr; // perf writes id 0 for records it synthesises
}

bool SampleDecoder::decode(const Record &record, Sample &into) const {
  const Bytes payload = record.payload;
  const Event *event = eventOf(payload);
  if (!event)
    return false;
  Offsets measured{};
  const Offsets *offsets = &event->offsets;
  if (!event->fixed) {
    ByteReader reader(payload, swap_);
    if (!layOut(event->attr, reader, true, measured))
      return false;
    offsets = &measured;
  }
  if (payload.size() < offsets->end)
    return false;

  const auto field = [&](Field which, std::uint64_t otherwise) {
    const std::uint32_t at = offsets->at[which];
    return at == kAbsent ? otherwise : load<std::uint64_t>(payload, at);
  };
  constexpr Sample kNothing;
  into.ip = field(kIp, kNothing.ip);
  into.address = field(kAddress, kNothing.address);
  into.time = field(kTime, kNothing.time);
  into.period = field(kPeriod, event->period);
  into.weight = field(kWeight, kNothing.weight) & event->weight_mask;
  into.data_source = field(kDataSource, kNothing.data_source);
  into.physical = field(kPhysical, kNothing.physical);
  const std::uint32_t tid = offsets->at[kTid], cpu = offsets->at[kCpu];
  into.pid = tid == kAbsent ? kNothing.pid : load<std::uint32_t>(payload, tid);
  into.tid = tid == kAbsent ? kNothing.tid : load<std::uint32_t>(payload, tid + 4);
  into.cpu = cpu == kAbsent ? kNothing.cpu : load<std::uint32_t>(payload, cpu);
  into.mode = static_cast<CpuMode>(record.misc & kMiscCpuModeMask);
  return true;
}

bool SampleDecoder::userRegisters(const Record &record, UserRegisters &into) const {
  const Event *event = eventOf(record.payload);
  if (!event || !event->attr.has(kSampleRegsUser))
    return false;
  ByteReader reader(record.payload, swap_);
  skipWords(reader, static_cast<std::uint64_t>(
                        __builtin_popcountll(event->attr.sample_type & kFieldsInFront)));
  skipToRegisters(event->attr, reader);
  if (reader.u64() != kAbi64)
    return false;
  into.mask = event->attr.sample_regs_user;
  for (std::uint64_t left = into.mask; left != 0; left &= left - 1)
    into.values[static_cast<std::size_t>(__builtin_ctzll(left))] = reader.u64();
  return reader.ok();
}

std::optional<Sample> SampleDecoder::decode(const Record &record) const {
  std::optional<Sample> sample(std::in_place);
  if (!decode(record, *sample))
    sample.reset();
  return sample;
}

} // namespace fsfind::perf
