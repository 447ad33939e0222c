#include "c2c-ingest/record/CompressedRecords.h"

#include "c2c-ingest/perf/Abi.h"
#include "c2c-ingest/record/ByteSink.h"
#include "c2c-ingest/record/layout/RecordPlace.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>
#include <zstd.h>

namespace fsfind::record {

namespace {

constexpr int kLevel = 1; // perf's default
/// What is compressed becomes one record each time, and it does even if it does not shrink: a
/// record's size has 16 bits.
constexpr std::size_t kChunk = 60U << 10;
/// Readers decompress a record into a buffer of this size, in front of which they keep the part of
/// a record that the one before ended with (tools/perf/util/session.c).
constexpr std::uint32_t kReaderBuffer = 2 * kChunk;

struct FreeContext {
  void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
};

Error failed(const std::string &name, const char *why) {
  return {name, {}, std::string("cannot be compressed: ") + why, "record without --compress"};
}

/// A COMPRESSED record of what a chunk adds to the stream; empty if zstd fails.
std::vector<std::byte> recordOf(ZSTD_CCtx &context, std::span<const std::byte> chunk) {
  std::vector<std::byte> record(perf::kRecordHeaderSize + ZSTD_compressBound(chunk.size()));
  ZSTD_inBuffer in{chunk.data(), chunk.size(), 0};
  ZSTD_outBuffer out{record.data(), record.size(), perf::kRecordHeaderSize};
  if (ZSTD_compressStream2(&context, &out, &in, ZSTD_e_flush) != 0 || out.pos > UINT16_MAX)
    return {};
  record.resize(out.pos);
  const std::string header = ByteSink()
                                 .u32(perf::kRecordCompressed)
                                 .u16(0)
                                 .u16(static_cast<std::uint16_t>(record.size()))
                                 .bytes();
  std::memcpy(record.data(), header.data(), header.size());
  return record;
}

/// perf_header's comp_ver, comp_type (PERF_COMP_ZSTD), comp_level, comp_ratio, comp_mmap_len.
std::string featurePayload(std::uint64_t before, std::uint64_t after) {
  return ByteSink()
      .u32(1)
      .u32(1)
      .u32(kLevel)
      .u32(static_cast<std::uint32_t>((before + after / 2) / after))
      .u32(kReaderBuffer)
      .bytes();
}

} // namespace

Expected<std::string> compressRecords(int file, const SharedHead &head, const std::string &name) {
  const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (!context ||
      ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel)))
    return failure(failed(name, "zstd does not start"));
  const std::uint64_t begin = head.begin(), end = begin + head.size();
  std::uint64_t to = end;
  std::vector<std::byte> chunk;
  for (std::uint64_t at = begin; at < end && to - end < end - begin; at += chunk.size()) {
    chunk.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, end - at)));
    if (const int error = readAt(file, chunk, at); error != 0)
      return failure(failed(name, std::strerror(error)));
    const std::vector<std::byte> record = recordOf(*context, chunk);
    if (record.empty())
      return failure(failed(name, "zstd fails"));
    if (const int error = writeAt(file, record, to); error != 0)
      return failure(failed(name, std::strerror(error)));
    to += record.size();
  }
  if (to - end >= end - begin)
    return std::string();
  if (const int error = replaceByCopy(file, head, end, to - end); error != 0)
    return failure(failed(name, std::strerror(error)));
  return featurePayload(end - begin, to - end);
}

} // namespace fsfind::record
