// A file of `fsfind placement` read back: what is hostile must be refused, and what is read must
// bear all that is asked of it.
#include "rules/codec/PlacementFile.h"
#include "rules/placement/Judge.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/JsonMutator.h"

#include <cstdlib>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const auto looks = parsePlacements({reinterpret_cast<const char *>(data), size}, "fuzz");
  if (!looks)
    return -1; // not to be kept: what is made of it would be refused for the same
  std::vector<JudgedPlacement> judged;
  for (const Placement &look : *looks) {
    judged.push_back({look, judgePlacement(look)});
    if (judged.back().verdict.findings.empty() == judged.back().verdict.nothing.empty())
      std::abort();
  }
  std::ostringstream out;
  writePlacements(out, judged, "0");
  const auto again = parsePlacements(out.str(), "again");
  if (!again || again->size() != looks->size())
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
