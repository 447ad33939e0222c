#include "c2c-ingest/perf/Decompressor.h"

#include "rules/input/Unpacking.h"

#include <cstring>
#include <zstd.h>

namespace fsfind::perf {

void Decompressor::Free::operator()(ZSTD_DCtx_s *context) const {
  ZSTD_freeDCtx(context);
}

Decompressor::Decompressor(std::size_t buffer_size)
    : context_(ZSTD_createDCtx()), buffer_(buffer_size) {}

void Decompressor::flush(const Consumer &consume) {
  const std::size_t used = consume(Bytes(buffer_).first(filled_));
  filled_ -= used;
  std::memmove(buffer_.data(), buffer_.data() + used, filled_);
}

bool Decompressor::feed(Bytes packed, const Consumer &consume) {
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  packed_ += packed.size();
  for (;;) {
    ZSTD_outBuffer out{buffer_.data(), buffer_.size(), filled_};
    if (!context_ || ZSTD_isError(ZSTD_decompressStream(context_.get(), &out, &in)))
      return false;
    grown_ += out.pos - filled_;
    filled_ = out.pos;
    const bool full = filled_ == buffer_.size();
    if (grown_ > unpacking::kRecords.limit(packed_))
      return false;
    if (full)
      flush(consume);
    if (full && filled_ == buffer_.size())
      return false;
    if (!full && in.pos == in.size)
      return true;
  }
}

} // namespace fsfind::perf
