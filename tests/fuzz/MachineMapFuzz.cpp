// A file of `fsfind machine` read back: what is hostile must be refused, and what is read must bear
// all that is asked of it.
#include "rules/codec/MachineFile.h"
#include "rules/measured/machine/CpuGroups.h"
#include "rules/measured/machine/Knee.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/JsonMutator.h"

#include <cstdlib>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const auto map = parseMachine({reinterpret_cast<const char *>(data), size}, "fuzz");
  if (!map)
    return -1; // not to be kept: what is made of it would be refused for the same
  for (const auto &price : pricesOf(*map).transfer)
    if (price && !(price->median > 0 && price->low <= price->high))
      std::abort();
  for (const std::uint32_t node : map->nodes)
    if (const auto knee = kneeOf(*map, node, PageKind::Small);
        knee && knee->threads > knee->most_threads)
      std::abort();
  std::ostringstream out;
  writeMachine(out, *map, cpuGroups(*map), "0");
  const auto again = parseMachine(out.str(), "again");
  if (!again || again->transfers != map->transfers || again->storage != map->storage)
    std::abort();
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedJson(bytes, random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedJson(bytes, other, random);
}

} // namespace fsfind::fuzz
