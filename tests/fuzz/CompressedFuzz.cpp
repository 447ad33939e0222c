// A stream of records, compressed on the way: what lies inside COMPRESSED records is as hostile
// as what lies outside. The first two bytes choose the kind, the byte order and the chunks.

#include "tests/fuzz/ExerciseRecording.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/RecordingMutator.h"
#include "tests/support/PerfDataBuilder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

bool isBigEndian(fsfind::fuzz::Bytes input) {
  return !input.empty() && std::to_integer<unsigned>(input[0]) % 2 != 0;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind::test;
  if (size < 2)
    return 0;
  PerfDataBuilder recording({.order = isBigEndian(fsfind::fuzz::bytesOf(data, size))
                                          ? std::endian::big
                                          : std::endian::little});
  recording.addEvent(memLoads());
  recording.compress(data[0] & 2 ? Compression::Compressed2 : Compression::Compressed,
                     32 + std::size_t{data[1]} * 64);
  recording.raw({reinterpret_cast<const std::byte *>(data) + 2, size - 2});
  exerciseRecording(recording.bytes());
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedRecords(bytes, 2, isBigEndian(bytes), random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedRecords(bytes, other, 2, isBigEndian(bytes), random);
}

} // namespace fsfind::fuzz
