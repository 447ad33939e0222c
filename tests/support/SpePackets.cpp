#include "tests/support/SpePackets.h"

namespace fsfind::test {

using namespace perf;

namespace {

constexpr std::uint8_t kByte = 0x00, kHalf = 0x10, kWord = 0x20, kDouble = 0x30; // payload sizes
constexpr std::uint8_t kExtended = 0x20;
constexpr std::uint64_t kTopByte = std::uint64_t{0xff} << 56;

/// Non-secure, at exception level 0 or 1.
std::uint64_t instructionPayload(const SpeOperation &operation) {
  const std::uint64_t top = operation.kernel ? 0xa0 : 0x80;
  return (operation.instruction & ~kTopByte) | top << 56;
}

} // namespace

SpePackets &SpePackets::padding(std::size_t count) {
  out_.zeros(count);
  return *this;
}

SpePackets &SpePackets::end() {
  out_.u8(0x01);
  return *this;
}

SpePackets &SpePackets::timestamp(std::uint64_t ticks) {
  out_.u8(0x71).u64(ticks);
  return *this;
}

SpePackets &SpePackets::events(std::uint64_t bits) {
  constexpr std::uint8_t kHeader = 0x42;
  if (bits <= UINT16_MAX)
    out_.u8(kHeader | kHalf).u16(static_cast<std::uint16_t>(bits));
  else if (bits <= UINT32_MAX)
    out_.u8(kHeader | kWord).u32(static_cast<std::uint32_t>(bits));
  else
    out_.u8(kHeader | kDouble).u64(bits);
  return *this;
}

SpePackets &SpePackets::source(std::uint16_t number) {
  constexpr std::uint8_t kHeader = 0x43;
  if (number <= UINT8_MAX)
    out_.u8(kHeader | kByte).u8(static_cast<std::uint8_t>(number));
  else
    out_.u8(kHeader | kHalf).u16(number);
  return *this;
}

SpePackets &SpePackets::context(std::uint32_t thread, unsigned level) {
  out_.u8(static_cast<std::uint8_t>(0x44U | kWord | (level - 1))).u32(thread);
  return *this;
}

SpePackets &SpePackets::operation(unsigned operation_class, std::uint8_t payload) {
  out_.u8(static_cast<std::uint8_t>(0x48U | operation_class)).u8(payload);
  return *this;
}

void SpePackets::indexed(std::uint8_t header, unsigned index, bool extended) {
  if (extended || index >= 8)
    out_.u8(static_cast<std::uint8_t>(kExtended | index >> 3));
  out_.u8(static_cast<std::uint8_t>(header | (index & 7)));
}

SpePackets &SpePackets::address(unsigned index, std::uint64_t payload, bool extended) {
  indexed(0x80 | kDouble, index, extended);
  out_.u64(payload);
  return *this;
}

SpePackets &SpePackets::counter(unsigned index, std::uint16_t cycles, bool extended) {
  indexed(0x88 | kHalf, index, extended);
  out_.u16(cycles);
  return *this;
}

SpePackets &SpePackets::alignment(unsigned unit) {
  std::uint8_t exponent = 0;
  while (2U << exponent < unit)
    ++exponent;
  out_.u8(kExtended | exponent).u8(0).align(unit);
  return *this;
}

SpePackets &SpePackets::raw(Bytes bytes) {
  out_.raw(bytes);
  return *this;
}

SpePackets &SpePackets::record(const SpeOperation &operation) {
  address(spe::kInstructionAddress, instructionPayload(operation));
  if (operation.context)
    context(*operation.context, operation.kernel ? 2 : 1);
  this->operation(spe::kLoadStore, operation.store ? 1 : 0);
  if (operation.data)
    address(spe::kDataAddress, *operation.data);
  if (operation.physical)
    address(spe::kPhysicalAddress, *operation.physical);
  if (operation.latency)
    counter(spe::kTotalLatency, *operation.latency);
  if (operation.events != 0)
    events(operation.events);
  if (operation.source)
    source(*operation.source);
  return operation.timestamp ? timestamp(*operation.timestamp) : end();
}

EventSpec armSpe(std::vector<std::uint64_t> ids) {
  constexpr std::uint64_t kTimestamps = 1, kLoads = std::uint64_t{1} << 34,
                          kStores = std::uint64_t{1} << 35;
  EventSpec event;
  event.name = "arm_spe_0/ts_enable=1,load_filter=1,store_filter=1/";
  event.type = kSpePmu;
  event.config = kTimestamps | kLoads | kStores;
  event.config1 = 0;
  event.period = 1024;
  event.sample_type =
      kSampleIdentifier | kSampleIp | kSampleTid | kSampleTime | kSampleCpu | kSamplePhysAddr;
  event.ids = std::move(ids);
  return event;
}

namespace {

constexpr std::uint32_t kArmSpe = 4; // in AUXTRACE_INFO

ByteWriter speInfo(const PerfDataBuilder &data) {
  ByteWriter info = data.writer();
  info.u32(kArmSpe).u32(0);
  return info;
}

} // namespace

void addSpeInfo(PerfDataBuilder &data) {
  data.record(kRecordAuxtraceInfo, 0, speInfo(data).u64(kSpePmu).u64(1).bytes());
}

void addSpeInfo(PerfDataBuilder &data, const std::vector<SpeCpu> &cpus) {
  constexpr std::uint64_t kVersion = 2, kHeaderWords = 4, kMagic = 0x1010101010101010ULL,
                          kParameters = 3, kInterval = 1024;
  ByteWriter info = speInfo(data);
  info.u64(kVersion).u64(kHeaderWords).u64(kSpePmu).u64(cpus.size());
  for (const SpeCpu &cpu : cpus)
    info.u64(kMagic).u64(cpu.cpu).u64(kParameters).u64(cpu.midr).u64(kSpePmu).u64(kInterval);
  data.record(kRecordAuxtraceInfo, 0, info.bytes());
}

void addClock(PerfDataBuilder &data, const SpeClock &clock) {
  ByteWriter out = data.writer();
  out.u64(clock.shift).u64(clock.multiplier).u64(clock.zero).u64(0).u64(UINT64_MAX);
  out.u8(1).u8(0).zeros(6);
  data.record(kRecordTimeConv, 0, out.bytes());
}

void addPiece(PerfDataBuilder &data, std::uint64_t offset, std::uint64_t size, std::uint64_t flags,
              const SampleId &id) {
  data.kernelRecord(kRecordAux, 0, data.writer().u64(offset).u64(size).u64(flags).bytes(), id);
}

void addSwitch(PerfDataBuilder &data, std::uint32_t next_pid, std::uint32_t next_tid,
               const SampleId &id) {
  constexpr std::uint16_t kOut = 1U << 13;
  data.kernelRecord(kRecordSwitchCpuWide, kOut, data.writer().u32(next_pid).u32(next_tid).bytes(),
                    id);
}

} // namespace fsfind::test
