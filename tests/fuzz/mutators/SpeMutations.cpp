#include "c2c-ingest/spe/Packets.h"
#include "tests/fuzz/mutators/RecordStream.h"

namespace fsfind::fuzz {
namespace {

/// The packets, and what is none in a piece of its own each.
std::vector<Buffer> packetsOf(Bytes bytes) {
  std::vector<Buffer> packets;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto packet = spe::readPacket(bytes.subspan(at), at);
    const std::size_t size = packet ? packet->size : 1;
    packets.push_back(bufferOf(bytes.subspan(at, size)));
    at += size;
  }
  return packets;
}

/// Headers of one byte of each kind of packet; the second bits 4 and 5 say how long the payload is.
constexpr std::array<unsigned, 13> kHeaders = {0x00, 0x01, 0x71, 0x42, 0x43, 0x64, 0x48,
                                               0x49, 0x4a, 0xb0, 0xb2, 0xb3, 0x98};

Buffer newPacket(Random &random) {
  unsigned header = random.pick(kHeaders);
  if (header == 0x42 || header == 0x43 || header == 0x98)
    header |= static_cast<unsigned>(random.below(4)) << 4U;
  Buffer packet;
  if (header >= 0x80 && random.oneIn(4))
    packet.push_back(static_cast<std::byte>(0x20 | random.below(4)));
  packet.push_back(static_cast<std::byte>(header));
  if (header > 1)
    packet.resize(packet.size() + (std::size_t{1} << (header >> 4U & 3U)),
                  static_cast<std::byte>(random.below(256)));
  return packet;
}

void change(Buffer &packet, Random &random) {
  std::byte &byte = random.pick(packet);
  if (random.oneIn(2))
    byte ^= static_cast<std::byte>(1U << random.below(8));
  else
    byte = static_cast<std::byte>(random.below(256));
}

} // namespace

void mutateSpe(Buffer &bytes, Random &random) {
  std::vector<Buffer> packets = packetsOf(bytes);
  const auto where = [&] {
    return packets.begin() + static_cast<std::ptrdiff_t>(random.below(packets.size()));
  };
  const std::size_t edit = packets.empty() ? 0 : random.below(8);
  if (edit == 0)
    packets.insert(where(), newPacket(random));
  else if (edit == 1)
    packets.insert(where(), Buffer(random.pick(packets)));
  else if (edit == 2)
    packets.erase(where());
  else if (edit == 3)
    std::swap(random.pick(packets), random.pick(packets));
  else
    change(random.pick(packets), random);
  bytes.clear();
  for (const Buffer &packet : packets)
    bytes.insert(bytes.end(), packet.begin(), packet.end());
}

} // namespace fsfind::fuzz
