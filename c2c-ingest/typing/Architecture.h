#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/machine/Instruction.h"

#include <elf.h>

#include <optional>

namespace fsfind::typing {

/// The architecture of the module's code; nothing for those that are not decoded.
inline std::optional<machine::Arch> architectureOf(const debuginfo::Module &module) {
  switch (module.machine()) {
  case EM_X86_64:
    return machine::Arch::X86_64;
  case EM_AARCH64:
    return machine::Arch::AArch64;
  default:
    return {};
  }
}

} // namespace fsfind::typing
