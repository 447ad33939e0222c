#pragma once

#include "c2c-ingest/perf/ByteReader.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace fsfind::test {

/// Appends integers and text in a chosen byte order.
class ByteWriter {
public:
  explicit ByteWriter(std::endian order = std::endian::little) : order_(order) {}

  template <class T> ByteWriter &put(T value) {
    if (order_ != std::endian::native)
      value = perf::byteSwap(value);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
    return *this;
  }
  ByteWriter &u8(std::uint8_t value) { return put(value); }
  ByteWriter &u16(std::uint16_t value) { return put(value); }
  ByteWriter &u32(std::uint32_t value) { return put(value); }
  ByteWriter &u64(std::uint64_t value) { return put(value); }
  ByteWriter &text(std::string_view value) {
    return raw(std::as_bytes(std::span(value.data(), value.size())));
  }
  ByteWriter &raw(perf::Bytes bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  ByteWriter &zeros(std::size_t count) {
    bytes_.resize(bytes_.size() + count);
    return *this;
  }
  /// Zeros up to the next multiple of `unit`.
  ByteWriter &align(std::size_t unit) { return zeros((unit - bytes_.size() % unit) % unit); }
  /// A header feature's string: u32 padded length, bytes, NUL padding to 64.
  ByteWriter &featureString(std::string_view value) {
    const std::size_t padded = (value.size() + 1 + 63) / 64 * 64;
    return u32(static_cast<std::uint32_t>(padded)).text(value).zeros(padded - value.size());
  }
  /// Overwrites a u16 written before.
  void patch16(std::size_t at, std::uint16_t value) {
    if (order_ != std::endian::native)
      value = perf::byteSwap(value);
    std::memcpy(bytes_.data() + at, &value, sizeof(value));
  }

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::endian order() const { return order_; }
  [[nodiscard]] perf::Bytes bytes() const { return bytes_; }
  std::vector<std::byte> take() { return std::move(bytes_); }
  void clear() { bytes_.clear(); }

private:
  std::endian order_;
  std::vector<std::byte> bytes_;
};

} // namespace fsfind::test
