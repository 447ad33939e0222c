#include "cli/report/html/PackedText.h"

#include <array>
#include <cstdint>
#include <ostream>
#include <streambuf>
#include <string>
#include <zlib.h>

namespace fsfind::report {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16; ///< bytes compressed at a time

/// Writes bytes in base64, three at a time.
class Base64 {
public:
  explicit Base64(std::ostream &out) : out_(out) {}

  void add(unsigned char byte) {
    group_ = group_ << 8U | byte;
    if (++held_ == 3)
      write(4);
  }

  void end() {
    if (held_ == 0)
      return;
    const std::size_t digits = held_ + 1;
    group_ <<= 8U * (3U - held_);
    write(digits);
    for (std::size_t i = digits; i < 4; ++i)
      out_ << '=';
  }

private:
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  void write(std::size_t digits) {
    for (std::size_t i = 0; i < digits; ++i)
      out_ << kDigits[group_ >> (18U - 6U * i) & 63U];
    group_ = 0;
    held_ = 0;
  }

  std::ostream &out_;
  std::uint32_t group_ = 0;
  std::uint32_t held_ = 0;
};

/// Compresses what is written to it.
class PackingBuffer : public std::streambuf {
public:
  explicit PackingBuffer(std::ostream &out) : base64_(out) {
    constexpr int kGzip = 16; ///< zlib.h: added to the window's bits, a gzip header is written
    good_ = deflateInit2(&stream_, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, MAX_MEM_LEVEL,
                         Z_DEFAULT_STRATEGY) == Z_OK;
    setp(plain_.data(), plain_.data() + plain_.size());
  }
  ~PackingBuffer() override { deflateEnd(&stream_); }
  PackingBuffer(const PackingBuffer &) = delete;
  PackingBuffer &operator=(const PackingBuffer &) = delete;

  /// Returns false if the text could not be compressed.
  bool end() {
    pack(Z_FINISH);
    base64_.end();
    return good_;
  }

private:
  int_type overflow(int_type character) override {
    pack(Z_NO_FLUSH);
    if (!traits_type::eq_int_type(character, traits_type::eof()))
      sputc(traits_type::to_char_type(character));
    return good_ ? traits_type::not_eof(character) : traits_type::eof();
  }

  void pack(int flush) {
    stream_.next_in = reinterpret_cast<Bytef *>(plain_.data());
    stream_.avail_in = static_cast<uInt>(pptr() - pbase());
    std::array<unsigned char, kPiece> packed;
    do {
      stream_.next_out = packed.data();
      stream_.avail_out = packed.size();
      good_ = good_ && deflate(&stream_, flush) != Z_STREAM_ERROR;
      for (std::size_t i = 0; good_ && i < packed.size() - stream_.avail_out; ++i)
        base64_.add(packed[i]);
    } while (good_ && stream_.avail_out == 0);
    setp(plain_.data(), plain_.data() + plain_.size());
  }

  Base64 base64_;
  z_stream stream_{};
  std::array<char, kPiece> plain_{};
  bool good_ = false;
};

} // namespace

void writePacked(std::ostream &out, const std::function<void(std::ostream &)> &writer) {
  PackingBuffer buffer(out);
  std::ostream packed(&buffer);
  writer(packed);
  if (!buffer.end())
    out.setstate(std::ios::failbit);
}

} // namespace fsfind::report
