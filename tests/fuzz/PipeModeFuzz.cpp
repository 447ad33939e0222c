// The records of a pipe, behind a valid header; the first byte chooses the byte order.

#include "tests/fuzz/ExerciseRecording.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/RecordingMutator.h"
#include "tests/support/ByteWriter.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

bool isBigEndian(fsfind::fuzz::Bytes input) {
  return !input.empty() && std::to_integer<unsigned>(input[0]) % 2 != 0;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind::test;
  if (size == 0)
    return 0;
  constexpr std::uint64_t kMagic = 0x32454c4946524550; // PERFILE2
  ByteWriter out(isBigEndian(fsfind::fuzz::bytesOf(data, size)) ? std::endian::big
                                                                : std::endian::little);
  out.u64(kMagic).u64(16).raw({reinterpret_cast<const std::byte *>(data) + 1, size - 1});
  exerciseRecording(out.bytes());
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedRecords(bytes, 1, isBigEndian(bytes), random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedRecords(bytes, other, 1, isBigEndian(bytes), random);
}

} // namespace fsfind::fuzz
