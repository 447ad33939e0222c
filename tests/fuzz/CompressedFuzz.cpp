// A stream of records, compressed on the way: what lies inside COMPRESSED records is as hostile
// as what lies outside. The first two bytes choose the kind, the byte order and the chunks.

#include "tests/fuzz/ExerciseRecording.h"
#include "tests/support/PerfDataBuilder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind::test;
  if (size < 2)
    return 0;
  PerfDataBuilder recording({.order = data[0] & 1 ? std::endian::big : std::endian::little});
  recording.addEvent(memLoads());
  recording.compress(data[0] & 2 ? Compression::Compressed2 : Compression::Compressed,
                     32 + std::size_t{data[1]} * 64);
  recording.raw({reinterpret_cast<const std::byte *>(data) + 2, size - 2});
  exerciseRecording(recording.bytes());
  return 0;
}
