#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace fsfind::record::sim {

/// Visits records as they stand one behind the other, each with its header: u32 type, u16 misc, u16
/// bytes of all. What is no whole record ends the walk.
template <class Consume>
void forEachRecord(std::span<const std::byte> records, const Consume &consume) {
  constexpr std::size_t kHeader = 8, kBytesAt = 6;
  while (records.size() >= kHeader) {
    std::uint16_t size = 0;
    std::memcpy(&size, records.data() + kBytesAt, sizeof(size));
    if (size < kHeader || size > records.size())
      return;
    consume(records.first(size));
    records = records.subspan(size);
  }
}

} // namespace fsfind::record::sim
