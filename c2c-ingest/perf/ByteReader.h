#pragma once

#include "c2c-ingest/base/ByteSwap.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace fsfind::perf {

using Bytes = std::span<const std::byte>;

using ingest::byteSwap;

/// Reads integers of the recording's byte order from untrusted bytes. A read past the end gives
/// zero and makes the reader fail for good, so a decoder reads all its fields and checks `ok()`
/// once. It is the only way the reader touches recorded bytes.
class ByteReader {
public:
  ByteReader(Bytes bytes, bool swap) : bytes_(bytes), swap_(swap) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] std::size_t remaining() const { return ok_ ? bytes_.size() - position_ : 0; }

  template <class T> T read() {
    T value{};
    if (remaining() < sizeof(T)) {
      ok_ = false;
      return value;
    }
    std::memcpy(&value, bytes_.data() + position_, sizeof(T));
    position_ += sizeof(T);
    return swap_ ? byteSwap(value) : value;
  }
  std::uint8_t u8() { return read<std::uint8_t>(); }
  std::uint16_t u16() { return read<std::uint16_t>(); }
  std::uint32_t u32() { return read<std::uint32_t>(); }
  std::uint64_t u64() { return read<std::uint64_t>(); }

  void skip(std::uint64_t count) {
    if (count > remaining())
      ok_ = false;
    else
      position_ += count;
  }
  /// The next `count` bytes; empty (and failed) if there are not that many.
  Bytes take(std::uint64_t count) {
    if (count > remaining()) {
      ok_ = false;
      return {};
    }
    Bytes taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
  }

private:
  Bytes bytes_;
  std::size_t position_ = 0;
  bool swap_;
  bool ok_ = true;
};

/// The text before the first NUL (or all of it).
inline std::string_view textUntilNul(Bytes bytes) {
  std::string_view all(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  return all.substr(0, all.find('\0'));
}

} // namespace fsfind::perf
