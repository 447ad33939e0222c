// The content of a facts file, uncompressed and with a right checksum: what else is hostile in it
// must be refused or made unknown, and what is accepted can be merged and linked.

#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"

#include <cstdint>
#include <cstdlib>
#include <xxhash.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

void append(std::string &bytes, std::uint64_t value) {
  for (int i = 0; i < 8; ++i, value >>= 8)
    bytes.push_back(static_cast<char>(value & 0xFF));
}

std::string withHeader(std::string_view content) {
  std::string bytes = "fsfacts\n";
  append(bytes, fsfind::kFactsVersion);
  append(bytes, content.size());
  append(bytes, XXH3_64bits(content.data(), content.size()));
  return bytes.append(content);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const std::string_view content(reinterpret_cast<const char *>(data), size);
  (void)decodeFacts(content, "fuzz");
  const Expected<Facts> facts = decodeFacts(withHeader(content), "fuzz");
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
