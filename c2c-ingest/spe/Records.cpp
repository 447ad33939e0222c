#include "c2c-ingest/spe/Records.h"

#include <utility>

namespace fsfind::spe {
namespace {

constexpr std::size_t kLongestPacket = 10; // two bytes of header, eight of payload
constexpr unsigned kTopByteShift = 56;
constexpr std::uint64_t kWithoutTopByte = (std::uint64_t{1} << kTopByteShift) - 1;
constexpr std::uint64_t kTopByte = ~kWithoutTopByte;

/// The top byte of an instruction's address has the exception level in bits 61 and 62, and in bit
/// 63 that it is not secure. Levels 1 and 2 are the kernel, whose addresses begin with 0xff.
std::uint64_t instructionAddress(std::uint64_t payload) {
  const bool non_secure = (payload >> 63) != 0;
  const std::uint64_t level = payload >> 61 & 3;
  const bool kernel = non_secure && (level == 1 || level == 2);
  return (payload & kWithoutTopByte) | (kernel ? kTopByte : 0);
}

/// The top byte may be a tag. Linux's own addresses have ones in bits 52 to 55
/// (Documentation/arch/arm64/memory.rst), users' have none.
std::uint64_t dataAddress(std::uint64_t payload) {
  const bool kernel = (payload >> 52 & 0xf) == 0xf;
  return (payload & kWithoutTopByte) | (kernel ? kTopByte : 0);
}

} // namespace

void RecordReader::feed(Bytes bytes, std::uint64_t offset, bool cut) {
  bytes_ = bytes;
  offset_ = offset;
  cut_ = cut;
  at_ = 0;
}

bool RecordReader::abandon() {
  record_ = {};
  return std::exchange(begun_, false);
}

std::optional<Record> RecordReader::next() {
  while (at_ < bytes_.size()) {
    const std::optional<Packet> packet = readPacket(bytes_.subspan(at_), offset_ + at_);
    if (!packet && cut_ && bytes_.size() - at_ < kLongestPacket) {
      at_ = bytes_.size();
      break;
    }
    at_ += packet ? packet->size : 1;
    const Step step = packet ? take(*packet) : Step::Breaks;
    if (step == Step::Goes)
      continue;
    begun_ = false;
    const Record record = std::exchange(record_, {});
    if (step == Step::Breaks)
      ++unreadable_;
    synchronised_ |= step == Step::Ends;
    if (synchronised_)
      return record;
  }
  return std::nullopt;
}

RecordReader::Step RecordReader::take(const Packet &packet) {
  begun_ |= packet.kind != PacketKind::Padding;
  switch (packet.kind) {
  case PacketKind::Padding:
    return Step::Goes;
  case PacketKind::Timestamp:
    record_.timestamp = packet.payload;
    return Step::Ends;
  case PacketKind::End:
    return Step::Ends;
  case PacketKind::Events:
    record_.events |= packet.payload;
    return Step::Goes;
  case PacketKind::DataSource:
    record_.source = static_cast<std::uint16_t>(packet.payload);
    return Step::Goes;
  case PacketKind::Context:
    record_.context = static_cast<std::uint32_t>(packet.payload);
    return Step::Goes;
  case PacketKind::Operation:
    return takeOperation(packet);
  case PacketKind::Address:
    takeAddress(packet);
    return Step::Goes;
  case PacketKind::Counter:
    if (packet.index == kTotalLatency)
      record_.latency = static_cast<std::uint32_t>(packet.payload);
    return Step::Goes;
  }
  return Step::Breaks;
}

void RecordReader::takeAddress(const Packet &packet) {
  if (packet.index == kInstructionAddress)
    record_.instruction = instructionAddress(packet.payload);
  else if (packet.index == kDataAddress)
    record_.data = dataAddress(packet.payload);
  else if (packet.index == kPhysicalAddress)
    record_.physical = packet.payload & kWithoutTopByte;
}

RecordReader::Step RecordReader::takeOperation(const Packet &packet) {
  if (packet.index > kBranch)
    return Step::Breaks; // a class that nobody defines
  if (packet.index == kLoadStore)
    ((packet.payload & kStoreBit) != 0 ? record_.store : record_.load) = true;
  return Step::Goes;
}

} // namespace fsfind::spe
