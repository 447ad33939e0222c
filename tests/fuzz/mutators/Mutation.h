#pragma once

#include "tests/fuzz/mutators/Random.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

/// libFuzzer's own mutations (FuzzerInterface.h): changes the bytes in place and returns their new
/// number, at most `max_size`.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t max_size);

namespace fsfind::fuzz {

using Bytes = std::span<const std::byte>;
using Buffer = std::vector<std::byte>;

inline Buffer bufferOf(Bytes bytes) {
  return {bytes.begin(), bytes.end()};
}
inline Bytes bytesOf(const std::uint8_t *data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}

/// libFuzzer's mutations of a part, which may grow by `growth` bytes.
inline void mutateBytes(Buffer &bytes, std::size_t growth) {
  const std::size_t size = bytes.size();
  bytes.resize(std::max<std::size_t>(size + growth, 1));
  bytes.resize(
      LLVMFuzzerMutate(reinterpret_cast<std::uint8_t *>(bytes.data()), size, bytes.size()));
}

/// Another value for an aligned number in the bytes; `swap`: of the other byte order than this
/// machine.
void mutateField(Buffer &bytes, bool swap, Random &random);

/// As mutateBytes().
template <class Text> void mutateText(Text &text, std::size_t growth) {
  Buffer bytes = bufferOf(std::as_bytes(std::span(text)));
  mutateBytes(bytes, growth);
  text.assign(reinterpret_cast<const char *>(bytes.data()), bytes.size());
}

} // namespace fsfind::fuzz
