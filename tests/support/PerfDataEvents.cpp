#include "tests/support/PerfDataEvents.h"

namespace fsfind::test {
namespace {

using namespace perf;

std::uint8_t reverseBits(std::uint8_t value) {
  std::uint8_t reversed = 0;
  for (unsigned bit = 0; bit < 8; ++bit)
    if (value & (1U << bit))
      reversed |= static_cast<std::uint8_t>(0x80U >> bit);
  return reversed;
}

/// C bit-fields: the first declared is the lowest bit on little-endian machines and the highest
/// bit on big-endian ones.
void putFlags(ByteWriter &out, std::uint64_t flags) {
  for (unsigned byte = 0; byte < 8; ++byte) {
    const auto value = static_cast<std::uint8_t>(flags >> (8 * byte));
    out.u8(out.order() == std::endian::little ? value : reverseBits(value));
  }
}

std::uint64_t idOf(const EventSpec &event, std::uint64_t wanted) {
  if (wanted != 0 || event.ids.empty())
    return wanted;
  return event.ids.front();
}

void putRead(ByteWriter &out, const EventSpec &event, const Sample &sample) {
  const bool group = (event.read_format & kReadGroup) != 0;
  const auto putTimes = [&] {
    if (event.read_format & kReadTotalTimeEnabled)
      out.u64(sample.time_enabled);
    if (event.read_format & kReadTotalTimeRunning)
      out.u64(sample.time_running);
  };
  if (group) {
    out.u64(sample.read.size());
    putTimes();
  }
  for (const ReadValue &read : sample.read) {
    out.u64(read.value);
    if (!group)
      putTimes();
    if (event.read_format & kReadId)
      out.u64(read.id);
    if (event.read_format & kReadLost)
      out.u64(read.lost);
  }
}

void putWords(ByteWriter &out, const std::vector<std::uint64_t> &words) {
  for (const std::uint64_t word : words)
    out.u64(word);
}

void putRegisters(ByteWriter &out, std::uint64_t abi, const std::vector<std::uint64_t> &values) {
  out.u64(abi);
  if (abi != 0)
    putWords(out, values);
}

void putBranches(ByteWriter &out, const EventSpec &event, const Sample &sample) {
  constexpr std::uint64_t kBranchHwIndex = 1U << 17;
  out.u64(sample.branches.size() / 3);
  if (event.branch_sample_type & kBranchHwIndex)
    out.u64(sample.branch_hw_index);
  putWords(out, sample.branches);
}

/// u32 size, bytes, padded so that the whole is a multiple of eight.
void putRaw(ByteWriter &out, const std::string &raw) {
  const std::size_t padded = (raw.size() + 4 + 7) / 8 * 8 - 4;
  out.u32(static_cast<std::uint32_t>(padded)).text(raw).zeros(padded - raw.size());
}

void putSized(ByteWriter &out, const std::string &bytes) {
  const std::size_t padded = (bytes.size() + 7) / 8 * 8;
  out.u64(padded).text(bytes).zeros(padded - bytes.size());
}

void putIdentity(ByteWriter &out, const EventSpec &event, const Sample &sample) {
  const auto wants = [&](SampleType field) { return (event.sample_type & field) != 0; };
  const std::uint64_t id = idOf(event, sample.id);
  if (wants(kSampleIdentifier))
    out.u64(id);
  if (wants(kSampleIp))
    out.u64(sample.ip);
  if (wants(kSampleTid))
    out.u32(sample.pid).u32(sample.tid);
  if (wants(kSampleTime))
    out.u64(sample.time);
  if (wants(kSampleAddr))
    out.u64(sample.addr);
  if (wants(kSampleId))
    out.u64(id);
  if (wants(kSampleStreamId))
    out.u64(sample.stream_id);
  if (wants(kSampleCpu))
    out.u32(sample.cpu).u32(0);
  if (wants(kSamplePeriod))
    out.u64(sample.period);
}

void putContext(ByteWriter &out, const EventSpec &event, const Sample &sample) {
  const auto wants = [&](SampleType field) { return (event.sample_type & field) != 0; };
  if (wants(kSampleRead))
    putRead(out, event, sample);
  if (wants(kSampleCallchain)) {
    out.u64(sample.callchain.size());
    putWords(out, sample.callchain);
  }
  if (wants(kSampleRaw))
    putRaw(out, sample.raw);
  if (wants(kSampleBranchStack))
    putBranches(out, event, sample);
  if (wants(kSampleRegsUser))
    putRegisters(out, sample.regs_user_abi, sample.regs_user);
  if (wants(kSampleStackUser)) {
    putSized(out, sample.stack_user);
    if (!sample.stack_user.empty())
      out.u64(sample.stack_user.size());
  }
}

void putMemory(ByteWriter &out, const EventSpec &event, const Sample &sample) {
  const auto wants = [&](SampleType field) { return (event.sample_type & field) != 0; };
  if (wants(kSampleWeight) || wants(kSampleWeightStruct))
    out.u64(sample.weight);
  if (wants(kSampleDataSrc))
    out.u64(sample.data_src);
  if (wants(kSampleTransaction))
    out.u64(sample.transaction);
  if (wants(kSampleRegsIntr))
    putRegisters(out, sample.regs_intr_abi, sample.regs_intr);
  if (wants(kSamplePhysAddr))
    out.u64(sample.phys_addr);
  if (wants(kSampleCgroup))
    out.u64(sample.cgroup);
  if (wants(kSampleDataPageSize))
    out.u64(sample.data_page_size);
  if (wants(kSampleCodePageSize))
    out.u64(sample.code_page_size);
  if (wants(kSampleAux))
    putSized(out, sample.aux);
}

} // namespace

EventSpec memLoads(std::vector<std::uint64_t> ids) {
  EventSpec event;
  event.ids = std::move(ids);
  return event;
}

EventSpec memStores(std::vector<std::uint64_t> ids) {
  EventSpec event;
  event.name = "cpu/mem-stores/P";
  event.config = 0x82d0;
  event.config1 = 0;
  event.ids = std::move(ids);
  return event;
}

EventSpec ibsOp(std::vector<std::uint64_t> ids) {
  EventSpec event;
  event.name = "ibs_op//";
  event.type = 11;
  event.config = event.config1 = 0;
  event.ids = std::move(ids);
  return event;
}

void putAttr(ByteWriter &out, const EventSpec &event, std::uint32_t size) {
  ByteWriter attr(out.order());
  attr.u32(event.type).u32(size).u64(event.config).u64(event.period).u64(event.sample_type);
  attr.u64(event.read_format);
  putFlags(attr, event.flags);
  attr.u32(0).u32(0).u64(event.config1); // wakeup_events, bp_type
  attr.u64(event.config2).u64(event.branch_sample_type).u64(event.sample_regs_user);
  attr.u32(event.sample_stack_user).u32(0).u64(event.sample_regs_intr); // clockid
  if (attr.size() < size)
    attr.zeros(size - attr.size());
  out.raw(attr.bytes().first(size));
}

void putSample(ByteWriter &out, const EventSpec &event, const Sample &sample) {
  putIdentity(out, event, sample);
  putContext(out, event, sample);
  putMemory(out, event, sample);
}

void putSampleId(ByteWriter &out, const EventSpec &event, const SampleId &id) {
  if ((event.flags & kFlagSampleIdAll) == 0)
    return;
  const auto wants = [&](SampleType field) { return (event.sample_type & field) != 0; };
  if (wants(kSampleTid))
    out.u32(id.pid).u32(id.tid);
  if (wants(kSampleTime))
    out.u64(id.time);
  if (wants(kSampleId))
    out.u64(idOf(event, 0));
  if (wants(kSampleStreamId))
    out.u64(id.stream_id);
  if (wants(kSampleCpu))
    out.u32(id.cpu).u32(0);
  if (wants(kSampleIdentifier))
    out.u64(idOf(event, 0));
}

} // namespace fsfind::test
