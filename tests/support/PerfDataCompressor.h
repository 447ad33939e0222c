#pragma once

#include "tests/support/PerfDataBuilder.h"

#include <zstd.h>

namespace fsfind::test {

/// The one zstd stream of a recording, cut into COMPRESSED or COMPRESSED2 records.
class PerfDataBuilder::Compressor {
public:
  Compressor(Compression kind, std::size_t chunk_size) : chunk(chunk_size), kind_(kind) {}

  void putRecord(ByteWriter &out, perf::Bytes part) {
    std::vector<std::byte> packed(ZSTD_compressBound(part.size()) + 64);
    ZSTD_inBuffer in{part.data(), part.size(), 0};
    ZSTD_outBuffer produced{packed.data(), packed.size(), 0};
    ZSTD_compressStream2(stream_.get(), &produced, &in, ZSTD_e_flush);
    const perf::Bytes payload(packed.data(), produced.pos);
    const bool counted = kind_ == Compression::Compressed2;
    const std::size_t padding = counted ? (8 - payload.size() % 8) % 8 : 0;
    const std::size_t size = perf::kRecordHeaderSize + (counted ? 8 : 0) + payload.size() + padding;
    out.u32(counted ? perf::kRecordCompressed2 : perf::kRecordCompressed).u16(0);
    out.u16(static_cast<std::uint16_t>(size));
    if (counted)
      out.u64(payload.size());
    out.raw(payload).zeros(padding);
  }

  const std::size_t chunk;

private:
  struct Free {
    void operator()(ZSTD_CStream *stream) const { ZSTD_freeCStream(stream); }
  };
  Compression kind_;
  std::unique_ptr<ZSTD_CStream, Free> stream_{ZSTD_createCStream()};
};

} // namespace fsfind::test
