#pragma once

#include "c2c-ingest/base/ByteSwap.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <elf.h>

namespace fsfind::debuginfo {

/// Whether a file of this EI_DATA has the other byte order than the host.
inline bool isForeign(unsigned char byte_order) {
  return byte_order != (std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB);
}

/// The integer at `offset`; zero beyond the end.
template <class T> T readAt(std::span<const std::byte> bytes, std::uint64_t offset, bool swap) {
  T value{};
  if (bytes.size() < sizeof(T) || offset > bytes.size() - sizeof(T))
    return value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return swap ? ingest::byteSwap(value) : value;
}

/// Unsigned LEB128 at `offset`, which moves behind it; zero beyond the end.
inline std::uint64_t readUleb(std::span<const std::byte> bytes, std::uint64_t &offset) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; offset < bytes.size();) {
    const auto byte = std::to_integer<std::uint64_t>(bytes[offset++]);
    if (shift < 64)
      value |= (byte & 0x7f) << shift;
    shift += 7;
    if ((byte & 0x80) == 0)
      break;
  }
  return value;
}

} // namespace fsfind::debuginfo
