// The records of a pipe, behind a valid header; the first byte chooses the byte order.

#include "tests/fuzz/ExerciseRecording.h"
#include "tests/support/ByteWriter.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind::test;
  if (size == 0)
    return 0;
  constexpr std::uint64_t kMagic = 0x32454c4946524550; // PERFILE2
  ByteWriter out(data[0] % 2 == 0 ? std::endian::little : std::endian::big);
  out.u64(kMagic).u64(16).raw({reinterpret_cast<const std::byte *>(data) + 1, size - 1});
  exerciseRecording(out.bytes());
  return 0;
}
