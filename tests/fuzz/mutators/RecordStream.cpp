#include "tests/fuzz/mutators/RecordStream.h"

#include "c2c-ingest/perf/Abi.h"
#include "tests/support/ByteWriter.h"

#include <limits>
#include <memory>
#include <zstd.h>

namespace fsfind::fuzz {
namespace {

using perf::ByteReader;
using test::ByteWriter;

constexpr std::size_t kLargestPlain = 1U << 20;

std::endian orderOf(bool swap) {
  return (std::endian::native == std::endian::little) != swap ? std::endian::little
                                                              : std::endian::big;
}

struct FreeContexts {
  void operator()(ZSTD_DCtx *context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
};

bool isCompressed(std::uint32_t type) {
  return type == perf::kRecordCompressed || type == perf::kRecordCompressed2;
}

class StreamReader {
public:
  explicit StreamReader(bool swap) : swap_(swap) {}

  RecordStream read(Bytes bytes) {
    stream_.rest = bufferOf(bytes.subspan(records(bytes, 0)));
    stream_.rest.insert(stream_.rest.end(), plain_.begin(), plain_.end());
    return std::move(stream_);
  }

private:
  /// The first byte that is no record.
  std::size_t records(Bytes bytes, std::uint32_t packed) {
    std::size_t at = 0;
    while (bytes.size() - at >= perf::kRecordHeaderSize) {
      ByteReader reader(bytes.subspan(at), swap_);
      RecordPart part{reader.u32(), reader.u16(), {}};
      const std::size_t size = reader.u16();
      if (size < perf::kRecordHeaderSize || size > bytes.size() - at)
        break;
      part.payload = bufferOf(reader.take(size - perf::kRecordHeaderSize));
      part.packed = packed;
      at += size;
      if (packed == 0 && isCompressed(part.type) && unpack(part))
        continue;
      if (packed == 0)
        at += follow(part, bytes.subspan(at));
      stream_.records.push_back(std::move(part));
    }
    return at;
  }

  std::size_t follow(RecordPart &part, Bytes rest) const {
    ByteReader reader(part.payload, swap_);
    std::uint64_t size = 0;
    if (part.type == perf::kRecordAuxtrace)
      size = reader.u64();
    else if (part.type == perf::kRecordTracingData)
      size = (std::uint64_t{reader.u32()} + 7) / 8 * 8;
    part.following = bufferOf(rest.first(std::min<std::uint64_t>(size, rest.size())));
    return part.following.size();
  }

  bool unpack(const RecordPart &part) {
    Bytes packed = part.payload;
    if (part.type == perf::kRecordCompressed2) {
      ByteReader reader(packed, swap_);
      packed = reader.take(reader.u64());
    }
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    Buffer out(1U << 16);
    for (bool more = !packed.empty(); more && plain_.size() < kLargestPlain;) {
      ZSTD_outBuffer made{out.data(), out.size(), 0};
      if (ZSTD_isError(ZSTD_decompressStream(context_.get(), &made, &in)))
        return false;
      plain_.insert(plain_.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(made.pos));
      more = made.pos == made.size || in.pos < in.size;
    }
    const Buffer plain = std::move(plain_);
    plain_ = bufferOf(Bytes(plain).subspan(records(plain, part.type)));
    return !packed.empty();
  }

  bool swap_;
  RecordStream stream_;
  Buffer plain_; ///< unpacked, not yet a whole record
  std::unique_ptr<ZSTD_DCtx, FreeContexts> context_{ZSTD_createDCtx()};
};

class StreamWriter {
public:
  StreamWriter(bool swap, std::size_t chunk)
      : chunk_(std::clamp<std::size_t>(chunk, 16, 1U << 15)), swap_(swap), out_(orderOf(swap)),
        plain_(orderOf(swap)) {}

  Buffer write(const RecordStream &stream) {
    for (const RecordPart &part : stream.records) {
      if (part.packed != kind_)
        flush();
      kind_ = part.packed;
      ByteWriter &out = kind_ == 0 ? out_ : plain_;
      if (part.type == perf::kRecordAuxtrace && part.payload.size() >= 8)
        putAnnounced(out, part);
      else
        put(out, part, part.payload);
      out.raw(part.following);
      if (plain_.size() >= chunk_)
        flush();
    }
    flush();
    return out_.raw(stream.rest).take();
  }

private:
  static void put(ByteWriter &out, const RecordPart &part, Bytes payload) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max() - 8;
    payload = payload.first(std::min(payload.size(), kMost));
    const std::size_t size = perf::kRecordHeaderSize + payload.size() + part.size_error;
    out.u32(part.type).u16(part.misc).u16(static_cast<std::uint16_t>(size)).raw(payload);
  }

  void putAnnounced(ByteWriter &out, const RecordPart &part) const {
    ByteWriter payload(orderOf(swap_));
    payload.u64(part.following.size()).raw(Bytes(part.payload).subspan(8));
    put(out, part, payload.bytes());
  }

  void flush() {
    if (plain_.size() == 0)
      return;
    Buffer packed(ZSTD_compressBound(plain_.size()) + 64);
    ZSTD_inBuffer in{plain_.bytes().data(), plain_.size(), 0};
    ZSTD_outBuffer made{packed.data(), packed.size(), 0};
    ZSTD_compressStream2(context_.get(), &made, &in, ZSTD_e_flush);
    packed.resize(made.pos);
    ByteWriter payload(orderOf(swap_));
    if (kind_ == perf::kRecordCompressed2)
      payload.u64(packed.size());
    payload.raw(packed);
    if (kind_ == perf::kRecordCompressed2)
      payload.align(8);
    put(out_, {kind_, 0, {}}, payload.bytes());
    plain_.clear();
  }

  std::size_t chunk_;
  bool swap_;
  std::uint32_t kind_ = 0; ///< of `plain_`
  ByteWriter out_, plain_;
  std::unique_ptr<ZSTD_CCtx, FreeContexts> context_{ZSTD_createCCtx()};
};

} // namespace

RecordStream readStream(Bytes bytes, bool swap) {
  return StreamReader(swap).read(bytes);
}

Buffer writeStream(const RecordStream &stream, bool swap, std::size_t chunk) {
  return StreamWriter(swap, chunk).write(stream);
}

} // namespace fsfind::fuzz
