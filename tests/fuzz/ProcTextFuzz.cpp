// Texts of the kernel's files on a process: what is read of any text must bear what is asked of it.
#include "c2c-ingest/process/Regions.h"

#include <cstdlib>
#include <optional>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  using namespace fsfind::process;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  // One text for each file, parted by empty lines.
  const std::size_t first = std::min(text.find("\n\n"), text.size());
  const std::size_t second = std::min(text.find("\n\n", first + 1), text.size());
  const Regions regions = joinRegions(
      {text.substr(0, first), text.substr(first, second - first), text.substr(second), text});
  std::uint64_t last = 0;
  for (const PlacedRegion &region : regions.placed) {
    if (region.begin < last || region.end <= region.begin ||
        regionAt(regions.placed, region.begin) != &region)
      std::abort();
    last = region.end;
  }
  (void)parseTaskStat(text);
  if (unescaped(text).size() > text.size() || fieldOf(text, "VmSize").size() > text.size())
    std::abort();
  return 0;
}
