#include "tests/compose/RecordingSpec.h"

#include <cstdio>
#include <fstream>

/// `compose_recording SPEC.json OUTPUT [SPEC.json OUTPUT]…`
int main(int argc, char **argv) {
  if (argc < 3 || argc % 2 == 0) {
    std::fputs("usage: compose_recording SPEC.json OUTPUT [SPEC.json OUTPUT]...\n", stderr);
    return 2;
  }
  for (int i = 1; i + 1 < argc; i += 2) {
    try {
      std::ifstream input(argv[i]);
      const auto bytes = fsfind::test::composeRecording(nlohmann::json::parse(input));
      std::ofstream output(argv[i + 1], std::ios::binary);
      output.write(reinterpret_cast<const char *>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
      if (!output.flush())
        throw std::runtime_error("cannot write");
    } catch (const std::exception &error) {
      std::fprintf(stderr, "compose_recording: %s: %s\n", argv[i], error.what());
      return 2;
    }
  }
  return 0;
}
