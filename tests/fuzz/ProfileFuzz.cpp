// A profile's lines, packed or not: what is hostile must be refused, and what is accepted is
// written as it was read, and merges with itself to the same bytes.

#include "rules/fleet/ProfileMerger.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const std::string_view bytes(reinterpret_cast<const char *>(data), size);
  const auto table = fleet::decodeProfile(bytes, "fuzz");
  if (!table)
    return 0;
  const auto encoded = fleet::encodeProfile(fleet::recordingsIn(*table), "1.0");
  if (!encoded)
    return 0; // texts so long that it would not be read
  fleet::ProfileMerger merger;
  for (int i = 0; i < 2; ++i)
    merger.add(*fleet::decodeProfile(*encoded, "fuzz"));
  if (*merger.encode("1.0") != *encoded)
    std::abort();
  return 0;
}
