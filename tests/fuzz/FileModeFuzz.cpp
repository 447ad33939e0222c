// A whole file: header, attributes, data, features.

#include "tests/fuzz/ExerciseRecording.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  fsfind::test::exerciseRecording({reinterpret_cast<const std::byte *>(data), size});
  return 0;
}
