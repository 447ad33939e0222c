#include "c2c-ingest/perf/StreamWalk.h"

#include <algorithm>

namespace fsfind::perf {
namespace {

/// Long enough that handing out runs costs nothing, short enough to share them evenly.
constexpr std::size_t kRunBytes = 1U << 20;
/// A run and one more record, whatever its size.
constexpr std::size_t kDecompressionBuffer = kRunBytes + (1U << 16);

constexpr const char *kCutOff = "the recording is cut off inside a record";
constexpr const char *kDamaged = "the recording is damaged: no record begins here";

} // namespace

void StreamWalk::tear(const char *what) {
  tear_ = Error{stream_.name, stream_.offset + at_, what, "everything before this place was read"};
}

std::optional<Error> StreamWalk::run() {
  while (at_ < stream_.bytes.size() && !tear_)
    walkPlain();
  if (decompressor_) {
    const bool whole = !tear_;
    flushDecompressed();
    if (whole && !tear_ && decompressor_->pending() != 0)
      tear(kCutOff);
  }
  return tear_;
}

bool StreamWalk::compressedComesNext() const {
  ByteReader reader(stream_.bytes.subspan(at_), swap_);
  const std::uint32_t type = reader.u32();
  return type == kRecordCompressed || type == kRecordCompressed2;
}

void StreamWalk::walkPlain() {
  if (!compressedComesNext())
    flushDecompressed(); // keeps the order of the stream
  if (tear_)
    return;
  const Walk walk = walkRecords(stream_.bytes.subspan(at_), kRunBytes, position_, swap_, true,
                                [&](const Record &record) { observer_.onRecord(record, false); });
  if (walk.end != 0)
    observer_.onRun({stream_.bytes.subspan(at_, walk.end), position_}, walk.samples, false);
  position_ += walk.end;
  at_ += walk.end;
  if (walk.why == WalkEnd::Special)
    walkSpecial();
  else if (walk.why == WalkEnd::Cut)
    tear(kCutOff);
  else if (walk.why == WalkEnd::Implausible)
    tear(kDamaged);
}

/// Reads a special record, which walkRecords has found to be whole.
void StreamWalk::walkSpecial() {
  ByteReader reader(stream_.bytes.subspan(at_), swap_);
  Record record{reader.u32(), reader.u16(), {}, position_};
  record.payload = reader.take(reader.u16() - kRecordHeaderSize);
  observer_.onRecord(record, false);
  if (record.type == kRecordCompressed || record.type == kRecordCompressed2)
    decompress(record.type, record.payload);
  if (tear_)
    return;
  at_ += reader.position();
  if (record.type == kRecordTracingData || record.type == kRecordAuxtrace)
    skipFollowing(record);
}

/// AUXTRACE starts with the u64 size of what follows it, TRACING_DATA with a u32 that leaves out
/// the padding to eight bytes. simpleperf puts the tracing data into the record itself.
void StreamWalk::skipFollowing(const Record &record) {
  ByteReader reader(record.payload, swap_);
  const Bytes rest = stream_.bytes.subspan(at_);
  std::uint64_t size = 0;
  if (record.type == kRecordAuxtrace) {
    size = reader.u64();
    observer_.onTraceData(record, rest.first(std::min<std::uint64_t>(size, rest.size())));
  } else {
    size = (std::uint64_t{reader.u32()} + 7) / 8 * 8;
  }
  if (record.type == kRecordTracingData && reader.remaining() >= size)
    return;
  if (size > rest.size())
    tear("the trace data that should follow here is cut off");
  else
    at_ += size;
}

/// COMPRESSED is all data; COMPRESSED2 starts with the u64 size of the data, padding follows.
void StreamWalk::decompress(std::uint32_t type, Bytes payload) {
  Bytes packed = payload;
  if (type == kRecordCompressed2) {
    ByteReader reader(payload, swap_);
    packed = reader.take(reader.u64());
    if (!reader.ok())
      return tear(kDamaged);
  }
  if (!decompressor_)
    decompressor_.emplace(kDecompressionBuffer);
  const bool fed =
      decompressor_->feed(packed, [this](Bytes bytes) { return deliverDecompressed(bytes); });
  if (!fed && !tear_)
    tear("a compressed record cannot be decompressed");
}

void StreamWalk::flushDecompressed() {
  if (decompressor_ && decompressor_->pending() != 0)
    decompressor_->flush([this](Bytes bytes) { return deliverDecompressed(bytes); });
}

std::size_t StreamWalk::deliverDecompressed(Bytes bytes) {
  const Walk walk = walkRecords(bytes, bytes.size(), position_, swap_, false,
                                [&](const Record &record) { observer_.onRecord(record, true); });
  if (walk.end != 0)
    observer_.onRun({bytes.first(walk.end), position_}, walk.samples, true);
  position_ += walk.end;
  if (walk.why == WalkEnd::Implausible)
    tear("a compressed record holds damaged records");
  return walk.end;
}

} // namespace fsfind::perf
