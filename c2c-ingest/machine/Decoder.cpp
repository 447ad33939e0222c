#include "c2c-ingest/machine/Decoder.h"

#include "c2c-ingest/machine/AArch64Decoder.h"
#include "c2c-ingest/machine/X86Decoder.h"

namespace fsfind::machine {

std::unique_ptr<Decoder> Decoder::create(Arch arch) {
  auto target = LlvmTarget::create(arch);
  if (!target)
    return nullptr;
  if (arch == Arch::AArch64)
    return std::make_unique<AArch64Decoder>(std::move(target));
  return std::make_unique<X86Decoder>(std::move(target));
}

} // namespace fsfind::machine
