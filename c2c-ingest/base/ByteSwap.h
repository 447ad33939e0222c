#pragma once

#include <cstdint>
#include <type_traits>

namespace fsfind::ingest {

/// Reverses the bytes of an unsigned integer.
template <class T> constexpr T byteSwap(T value) {
  static_assert(std::is_unsigned_v<T>);
  if constexpr (sizeof(T) == 8)
    return __builtin_bswap64(value);
  else if constexpr (sizeof(T) == 4)
    return __builtin_bswap32(value);
  else if constexpr (sizeof(T) == 2)
    return __builtin_bswap16(value);
  else
    return value;
}

} // namespace fsfind::ingest
