// A report read back: what is hostile in it must be refused.
#include "rules/findings/FindingsFile.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const auto file = parseFindings({reinterpret_cast<const char *>(data), size}, "fuzz");
  if (!file)
    return 0;
  for (const Finding &finding : file->findings)
    if (!(finding.cost.latency_share >= 0 && finding.cost.latency_share <= 1))
      std::abort();
  return 0;
}
