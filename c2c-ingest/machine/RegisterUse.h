#pragma once

#include "c2c-ingest/machine/LlvmTarget.h"

namespace fsfind::machine {

/// Enters which registers and flags the instruction needs, and whether it sets flags.
void noteRegisterUse(const llvm::MCInst &source, const LlvmTarget &target, Instruction &out);

} // namespace fsfind::machine
