// The content of a facts file, uncompressed and with a right checksum: what else is hostile in it
// must be refused or made unknown, and what is accepted can be merged and linked.

#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/FactsMutator.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const std::string_view content(reinterpret_cast<const char *>(data), size);
  (void)decodeFacts(content, "fuzz");
  const Expected<Facts> facts = decodeFacts(fuzz::factsFileOf(content), "fuzz");
  if (!facts)
    return 0;
  const Facts once = normalised(*facts);
  if (*encodeFacts(once) != *encodeFacts(normalised(once)))
    std::abort();
  Facts program = once;
  mergeFacts(program, *facts);
  if (!decodeFacts(*encodeFacts(program), "fuzz"))
    std::abort();
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  if (random.oneIn(4)) // a refusal takes little time, and there are many
    return std::nullopt;
  return mutatedFacts(bytes, random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedFacts(bytes, other, random);
}

} // namespace fsfind::fuzz
