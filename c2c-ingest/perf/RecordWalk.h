#pragma once

#include "c2c-ingest/perf/Recording.h"

namespace fsfind::perf {

/// Why a walk over records ended.
enum class WalkEnd : std::uint8_t {
  Done,        ///< the bytes end with a whole record
  Enough,      ///< as many bytes as asked for have been walked
  Special,     ///< the next record needs more than its own bytes, see `isSpecial`
  Cut,         ///< the bytes end inside a record
  Implausible, ///< what follows is not a record
};

struct Walk {
  std::size_t end = 0; ///< first byte behind the last whole record
  WalkEnd why = WalkEnd::Done;
  std::uint64_t samples = 0;
};

/// Records that cannot be read by themselves: compressed ones, and those whose data follow them in
/// the stream.
inline bool isSpecial(std::uint32_t type) {
  return type == kRecordCompressed || type == kRecordCompressed2 || type == kRecordAuxtrace ||
         type == kRecordTracingData;
}

/// A record type from here on is garbage: larger than any of the kernel, perf or simpleperf.
inline constexpr std::uint32_t kEndOfTypes = 1U << 16;

/// The first byte behind the record at `at`, of `size` bytes, and those that follow it with the
/// same header, up to `enough`. Samples are mostly alike; where the next one begins is then known
/// without waiting for its header to be read.
inline std::size_t endOfAlike(Bytes bytes, std::size_t at, std::size_t size, std::size_t enough) {
  const auto header = [&](std::size_t where) {
    std::uint64_t word = 0;
    static_assert(sizeof(word) == kRecordHeaderSize);
    std::memcpy(&word, bytes.data() + where, sizeof(word));
    return word;
  };
  const std::uint64_t first = header(at);
  std::size_t end = at + size;
  while (end < enough && bytes.size() - end >= size && header(end) == first)
    end += size;
  return end;
}

/// Visits the header of each record and calls `visit(const Record &)` for all but samples, which
/// it only counts: this loop sees every record of a recording, so it touches nothing else.
/// `position` is that of the first byte. Special records end the walk if `stop_at_special`.
template <class Visit>
Walk walkRecords(Bytes bytes, std::size_t enough, std::uint64_t position, bool swap,
                 bool stop_at_special, Visit &&visit) {
  Walk walk;
  while (walk.end < bytes.size()) {
    const std::size_t left = bytes.size() - walk.end;
    if (walk.end >= enough || left < kRecordHeaderSize) {
      walk.why = left < kRecordHeaderSize ? WalkEnd::Cut : WalkEnd::Enough;
      return walk;
    }
    ByteReader header(bytes.subspan(walk.end, kRecordHeaderSize), swap);
    const std::uint32_t type = header.u32();
    const std::uint16_t misc = header.u16();
    const std::size_t size = header.u16();
    if (size < kRecordHeaderSize || size > left || type >= kEndOfTypes) {
      walk.why = size > left && type < kEndOfTypes ? WalkEnd::Cut : WalkEnd::Implausible;
      return walk;
    }
    if (type == kRecordSample) {
      const std::size_t end = endOfAlike(bytes, walk.end, size, enough);
      walk.samples += (end - walk.end) / size;
      walk.end = end;
      continue;
    }
    if (stop_at_special && isSpecial(type)) {
      walk.why = WalkEnd::Special;
      return walk;
    }
    const Bytes payload = bytes.subspan(walk.end + kRecordHeaderSize, size - kRecordHeaderSize);
    visit(Record{type, misc, payload, position + walk.end});
    walk.end += size;
  }
  return walk;
}

/// The record at a place of a batch where forEachRecord has told of one.
inline Record recordAt(const RecordBatch &batch, std::size_t at, bool swap) {
  const Bytes rest = batch.bytes.subspan(at);
  ByteReader header(rest, swap);
  Record record{header.u32(), header.u16(), {}, batch.position + at};
  record.payload = rest.subspan(kRecordHeaderSize, header.u16() - kRecordHeaderSize);
  return record;
}

} // namespace fsfind::perf
