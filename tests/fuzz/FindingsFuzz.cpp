// A report, a baseline or a list of suppressions read back: what is hostile must be refused.
#include "rules/compare/Baseline.h"
#include "rules/compare/Diff.h"
#include "rules/compare/SuppressionList.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/JsonMutator.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const auto baseline = parseBaseline(text, "fuzz");
  const auto list = parseSuppressions(text, "fuzz");
  const auto file = parseFindings(text, "fuzz");
  if (!file)
    return -1; // not to be kept: what is made of it would be refused for the same
  const DiffSide side = sideOf(*file);
  if (diff(side, side, {}).count(Change::Unchanged) != file->findings.size())
    std::abort();
  for (const Finding &finding : file->findings)
    if (!(finding.cost.latency_share >= 0 && finding.cost.latency_share <= 1))
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
