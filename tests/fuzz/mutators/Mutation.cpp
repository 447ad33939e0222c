#include "tests/fuzz/mutators/Mutation.h"

#include "c2c-ingest/base/ByteSwap.h"

namespace fsfind::fuzz {

void mutateField(Buffer &bytes, bool swap, Random &random) {
  const bool wide = random.below(3) != 0;
  const std::size_t size = wide ? 8 : 4;
  if (bytes.size() < size)
    return;
  std::byte *at = bytes.data() + size * random.below(bytes.size() / size);
  std::uint64_t value = 0;
  if (wide) {
    std::memcpy(&value, at, 8);
    value = swap ? ingest::byteSwap(random.number(ingest::byteSwap(value))) : random.number(value);
    std::memcpy(at, &value, 8);
    return;
  }
  std::uint32_t half = 0;
  std::memcpy(&half, at, 4);
  half = swap ? ingest::byteSwap(static_cast<std::uint32_t>(random.number(ingest::byteSwap(half))))
              : static_cast<std::uint32_t>(random.number(half));
  std::memcpy(at, &half, 4);
}

} // namespace fsfind::fuzz
