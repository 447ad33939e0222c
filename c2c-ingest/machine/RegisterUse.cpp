#include "c2c-ingest/machine/RegisterUse.h"

namespace fsfind::machine {

namespace {

void noteRead(unsigned number, const LlvmTarget &target, Instruction &out) {
  out.reads_flags |= target.isFlags(number);
  for (const Register reg : target.generalRegistersIn(number))
    out.reads |= std::uint64_t{1} << reg;
}

} // namespace

void noteRegisterUse(const llvm::MCInst &source, const LlvmTarget &target, Instruction &out) {
  const llvm::MCInstrDesc &description = target.describe(source.getOpcode());
  for (unsigned i = description.getNumDefs(); i < source.getNumOperands(); ++i)
    if (source.getOperand(i).isReg())
      noteRead(source.getOperand(i).getReg(), target, out);
  for (const auto used : description.implicit_uses())
    noteRead(used, target, out);
  for (const auto made : description.implicit_defs())
    out.writes_flags |= target.isFlags(made);
}

} // namespace fsfind::machine
