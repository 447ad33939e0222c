#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fsfind::record {

/// Collects little-endian integers and the strings of perf.data.
class ByteSink {
public:
  ByteSink &u8(std::uint8_t value) { return put(value, 1); }
  ByteSink &u16(std::uint16_t value) { return put(value, 2); }
  ByteSink &u32(std::uint32_t value) { return put(value, 4); }
  ByteSink &u64(std::uint64_t value) { return put(value, 8); }
  ByteSink &raw(std::string_view bytes) {
    bytes_ += bytes;
    return *this;
  }
  ByteSink &zeros(std::size_t count) {
    bytes_.append(count, '\0');
    return *this;
  }
  /// A header feature's string: u32 length with padding, then NUL-padded bytes.
  ByteSink &text(std::string_view value) {
    constexpr std::size_t kAlignment = 64; // perf's NAME_ALIGN
    const std::size_t size = (value.size() + kAlignment) / kAlignment * kAlignment;
    return u32(static_cast<std::uint32_t>(size)).raw(value).zeros(size - value.size());
  }

  [[nodiscard]] const std::string &bytes() const { return bytes_; }

private:
  ByteSink &put(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i)
      bytes_ += static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }

  std::string bytes_;
};

} // namespace fsfind::record
