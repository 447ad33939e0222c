#include "c2c-ingest/machine/AArch64Translation.h"

#include <string_view>

namespace fsfind::machine {

AArch64Translation::AArch64Translation(const llvm::MCInst &source, const AArch64Meaning &meaning,
                                       const LlvmTarget &target, Instruction &out)
    : source_(source), meaning_(meaning), target_(target),
      description_(target.describe(source.getOpcode())), out_(out) {}

void AArch64Translation::run() {
  if (description_.getNumDefs() > 0)
    to_ = reg(0);
  flow();
  if (!memory() && !compute())
    clobberWritten();
}

Register AArch64Translation::reg(unsigned operand) const {
  if (operand >= source_.getNumOperands() || !source_.getOperand(operand).isReg())
    return kNoRegister;
  return target_.part(source_.getOperand(operand).getReg()).reg;
}

std::int64_t AArch64Translation::immediate(unsigned operand) const {
  if (operand >= source_.getNumOperands() || !source_.getOperand(operand).isImm())
    return 0;
  return source_.getOperand(operand).getImm();
}

/// A general register or the zero register.
bool AArch64Translation::isGeneral(unsigned operand) const {
  if (reg(operand) != kNoRegister)
    return true;
  return operand < source_.getNumOperands() && source_.getOperand(operand).isReg() &&
         target_.registerName(source_.getOperand(operand).getReg()).ends_with("ZR");
}

void AArch64Translation::step(Effect effect) {
  if (effect.kind == Effect::Kind::Store || effect.to != kNoRegister)
    out_.effects.push_back(effect);
}

void AArch64Translation::clobber(Register to) {
  step({.kind = Effect::Kind::Clobber, .to = to});
}

void AArch64Translation::clobberWritten() {
  for (unsigned i = 0; i < description_.getNumDefs() && i < source_.getNumOperands(); ++i)
    if (const llvm::MCOperand &result = source_.getOperand(i); result.isReg())
      for (const Register part : target_.generalRegistersIn(result.getReg()))
        clobber(part);
  if (out_.flow == Flow::Call)
    return; // the link register is left to Convention
  for (const auto implicit : description_.implicit_defs())
    clobber(target_.part(implicit).reg);
}

void AArch64Translation::copy(Register to, Register from, std::uint8_t size) {
  if (from == kNoRegister)
    step({.kind = Effect::Kind::Constant, .to = to}); // the zero register
  else
    step({.kind = Effect::Kind::Copy, .to = to, .from = from, .size = size});
}

void AArch64Translation::constant(std::int64_t value) {
  if (meaning_.width == 4)
    value = static_cast<std::uint32_t>(value);
  step({.kind = Effect::Kind::Constant, .to = to_, .value = value});
}

void AArch64Translation::addConstant(Register to, Register from, std::int64_t value) {
  step({.kind = Effect::Kind::AddConstant, .to = to, .from = from, .value = value});
}

void AArch64Translation::scale(Register to, Register from, unsigned shift) {
  step({.kind = Effect::Kind::Scale,
        .to = to,
        .from = from,
        .value = static_cast<std::int64_t>(std::uint64_t{1} << (shift & 63U))});
}

/// 32-bit operations clear the upper half.
void AArch64Translation::finishWidth() {
  if (meaning_.width == 4 && to_ != kNoRegister)
    copy(to_, to_, 4);
}

void AArch64Translation::flow() {
  if (meaning_.verb == AArch64Verb::Stop)
    out_.flow = Flow::Stop;
  else if (description_.isReturn())
    out_.flow = Flow::Return;
  else if (description_.isCall())
    out_.flow = Flow::Call;
  else if (description_.isBranch())
    out_.flow = description_.isBarrier() ? Flow::Jump : Flow::Branch;
  if (out_.flow == Flow::Next || out_.flow == Flow::Return)
    return;
  const auto operands = description_.operands();
  for (unsigned i = 0; i < operands.size(); ++i)
    if (operands[i].OperandType == llvm::MCOI::OPERAND_PCREL)
      out_.target = out_.address + static_cast<std::uint64_t>(immediate(i)) * 4;
}

} // namespace fsfind::machine
