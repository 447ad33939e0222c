#include "c2c-ingest/machine/Decoder.h"

#include <cstdlib>

/// Any bytes are a run of instructions: each lies within them, on both architectures.
namespace {

constexpr std::uint64_t kAddress = 0x401000;

void decodeAll(fsfind::machine::Decoder &decoder, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto instruction = decoder.decode(bytes, kAddress);
    const std::size_t length = instruction ? instruction->length : 1;
    if (length == 0 || length > bytes.size())
      std::abort();
    bytes = bytes.subspan(length);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using fsfind::machine::Arch;
  static const auto x86 = fsfind::machine::Decoder::create(Arch::X86_64);
  static const auto aarch64 = fsfind::machine::Decoder::create(Arch::AArch64);
  const auto bytes = std::as_bytes(std::span(data, size));
  decodeAll(*x86, bytes);
  decodeAll(*aarch64, bytes);
  return 0;
}
