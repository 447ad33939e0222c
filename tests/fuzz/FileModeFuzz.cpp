// A whole file: header, attributes, data, features.

#include "tests/fuzz/ExerciseRecording.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/RecordingMutator.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  fsfind::test::exerciseRecording({reinterpret_cast<const std::byte *>(data), size});
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedRecording(bytes, random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedRecordings(bytes, other, random);
}

} // namespace fsfind::fuzz
