// What fio prints: whatever it is, a rate is positive, and all else is refused.
#include "c2c-ingest/timing/linux/FioOutput.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const auto run = fsfind::timing::parseFio({reinterpret_cast<const char *>(data), size});
  if (run && run->error == 0 && !(run->gb_per_s > 0 && std::isfinite(run->gb_per_s)))
    std::abort();
  return 0;
}
