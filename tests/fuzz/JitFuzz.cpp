// Maps and dumps of code made at run time: names are given to addresses that were asked for only,
// and lie in the code that is named.
#include "c2c-ingest/jit/CodeNames.h"

#include <cstdint>
#include <cstdlib>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

void check(const fsfind::jit::CodeNames &names, const std::set<std::uint64_t> &asked) {
  for (const auto &[address, name] : names.at)
    if (!asked.contains(address) || name.begin > address || name.function.empty() ||
        name.function.size() > fsfind::jit::kLongestName)
      std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const std::set<std::uint64_t> asked = {0, 0x1000, 0x1008, 0x1010, 0x2000, UINT64_MAX};
  check(jit::namesInMap({reinterpret_cast<const char *>(data), size}, asked), asked);
  check(jit::namesInDump(std::as_bytes(std::span(data, size)), asked), asked);
  return 0;
}
