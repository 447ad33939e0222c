// Any bytes are Arm SPE data: each packet lies within them, reading ends, and records have a data
// source if and only if they are accesses. The first byte says where the data are cut in two.

#include "c2c-ingest/spe/DataSources.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/RecordStream.h"

#include <algorithm>
#include <cstdlib>

namespace {

using namespace fsfind::spe;

void require(bool holds) {
  if (!holds)
    std::abort();
}

void checkPackets(Bytes bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::optional<Packet> packet = readPacket(bytes.subspan(at), at);
    require(!packet || (packet->size != 0 && packet->size <= bytes.size() - at));
    at += packet ? packet->size : 1;
  }
}

void checkRecord(const Record &record) {
  for (const SourceEncoding encoding : {SourceEncoding::None, SourceEncoding::Common,
                                        SourceEncoding::AmpereOne, SourceEncoding::Hisilicon})
    require((dataSource(record, encoding) != 0) == (record.load || record.store));
}

std::size_t readAll(RecordReader &reader) {
  std::size_t records = 0;
  while (const std::optional<Record> record = reader.next()) {
    checkRecord(*record);
    ++records;
  }
  return records;
}

void checkRecords(Bytes bytes, std::size_t first, bool cut) {
  RecordReader reader;
  reader.feed(bytes.first(first), 0);
  std::size_t records = readAll(reader);
  require(reader.offset() == first);
  reader.feed(bytes.subspan(first), first, cut);
  records += readAll(reader);
  require(reader.offset() == bytes.size());
  require(records <= bytes.size() && reader.unreadable() <= bytes.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  const Bytes bytes = std::as_bytes(std::span(data + 1, size - 1));
  checkPackets(bytes);
  const std::size_t first = std::min<std::size_t>(*data, bytes.size());
  checkRecords(bytes, first, false);
  checkRecords(bytes, first, true);
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  if (bytes.empty())
    return std::nullopt;
  Buffer packets = bufferOf(bytes.subspan(1));
  for (std::size_t edits = 1 + random.below(4); edits > 0; --edits)
    mutateSpe(packets, random);
  const auto cut = static_cast<std::byte>(random.below(256));
  packets.insert(packets.begin(), random.oneIn(8) ? cut : bytes[0]);
  return packets;
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &) {
  if (other.empty())
    return std::nullopt;
  Buffer packets = bufferOf(bytes);
  packets.insert(packets.end(), other.begin() + 1, other.end());
  return packets;
}

} // namespace fsfind::fuzz
