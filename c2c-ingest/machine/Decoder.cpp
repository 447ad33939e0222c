#include "c2c-ingest/machine/Decoder.h"

#include "c2c-ingest/machine/X86Decoder.h"

namespace fsfind::machine {

std::unique_ptr<Decoder> Decoder::create(Arch arch) {
  auto target = LlvmTarget::create(arch);
  if (!target || arch != Arch::X86_64)
    return nullptr;
  return std::make_unique<X86Decoder>(std::move(target));
}

} // namespace fsfind::machine
