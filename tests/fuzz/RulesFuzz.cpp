// Facts as a file may have them, through every rule: whatever they say, rules end, and say where
// and how much. The input is as that of FactsFuzz.

#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"
#include "rules/source/Catalogue.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/FactsMutator.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const std::string_view content(reinterpret_cast<const char *>(data), size);
  Expected<Facts> facts = decodeFacts(fuzz::factsFileOf(content), "fuzz");
  if (!facts)
    return -1; // not to be kept: refusals are FactsFuzz's matter
  const Facts program = linked(std::move(*facts));
  CheckOptions options;
  options.min_confidence = Confidence::Low;
  options.suspects = true;
  for (const Finding &finding : checkFacts(program, options))
    if (finding.rule.empty() || finding.message.empty() ||
        isSuspect(finding) != (finding.confidence == Confidence::Low && !finding.missing.empty()))
      std::abort();
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedFacts(bytes, random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedFacts(bytes, other, random);
}

} // namespace fsfind::fuzz
