#include "rules/codec/Packer.h"

#include <zstd.h>

namespace fsfind {

Packer::Packer(Checksum checksum)
    : context_(ZSTD_createCCtx(), ZSTD_freeCCtx), buffer_(ZSTD_CStreamOutSize(), '\0') {
  constexpr int kLevel = 3;
  const auto set = [this](ZSTD_cParameter what, int value) {
    return ZSTD_isError(ZSTD_CCtx_setParameter(context_.get(), what, value)) == 0;
  };
  if (context_ && (!set(ZSTD_c_compressionLevel, kLevel) ||
                   !set(ZSTD_c_checksumFlag, checksum == Checksum::OfContent ? 1 : 0)))
    context_.reset();
}

bool Packer::add(std::string_view content, bool last, const Take &take) {
  if (!context_)
    return false;
  ZSTD_inBuffer in{content.data(), content.size(), 0};
  for (std::size_t left = 1; last ? left != 0 : in.pos < in.size;) {
    ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
    left = ZSTD_compressStream2(context_.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left) != 0)
      return false;
    take({buffer_.data(), out.pos});
  }
  return true;
}

} // namespace fsfind
