#include "c2c-ingest/machine/X86Translation.h"

namespace fsfind::machine {

X86Translation::X86Translation(const llvm::MCInst &source, const X86Meaning &meaning,
                               const LlvmTarget &target, bool repeated, Instruction &out)
    : source_(source), meaning_(meaning), target_(target),
      description_(target.describe(source.getOpcode())), repeated_(repeated), out_(out) {}

void X86Translation::run() {
  readMemory();
  readOperands();
  const bool stack = meaning_.verb == X86Verb::Push || meaning_.verb == X86Verb::Pop;
  if (!stack && (meaning_.load || meaning_.store)) {
    access(memory_, meaning_.memory_size, meaning_.load, meaning_.store);
    out_.change = change();
  }
  if (!control() && !dataflow())
    other();
}

X86Translation::Operand X86Translation::operandAt(unsigned number) const {
  if (number >= source_.getNumOperands())
    return {};
  const llvm::MCOperand &operand = source_.getOperand(number);
  if (operand.isImm())
    return {.immediate = true, .value = operand.getImm()};
  if (!operand.isReg())
    return {};
  const RegisterPart &part = target_.part(operand.getReg());
  return {.reg = part.high ? kNoRegister : part.reg};
}

void X86Translation::readOperands() {
  const unsigned results = description_.getNumDefs();
  if (results > 0)
    to_ = operandAt(0).reg;
  for (const auto reg : description_.implicit_defs())
    if (results == 0 && to_ == kNoRegister)
      to_ = target_.part(reg).reg;
  for (unsigned i = results; i < source_.getNumOperands(); ++i) {
    if (meaning_.memory_count == 0 || i < meaning_.memory_first ||
        i >= unsigned{meaning_.memory_first} + meaning_.memory_count)
      inputs_.push_back(operandAt(i));
    else if (i == meaning_.memory_first && meaning_.load)
      inputs_.push_back({.reg = kScratchRegister});
  }
}

/// Base, scale, index, displacement, segment; of MOV with a 64-bit address, displacement and
/// segment (llvm/lib/Target/X86/MCTargetDesc/X86BaseInfo.h).
void X86Translation::readMemory() {
  if (meaning_.memory_count == 0)
    return;
  const unsigned first = meaning_.memory_first;
  const unsigned last = first + meaning_.memory_count - 1;
  memory_.displacement = operandAt(last - 1).value;
  if (meaning_.memory_count == 5)
    readBaseAndIndex(first);
  else
    memory_.absolute = true;
  const unsigned segment = source_.getOperand(last).getReg();
  const llvm::StringRef name = target_.registerName(segment);
  if (name != "FS" && name != "GS")
    return;
  memory_.absolute = false;
  memory_.thread_local_base = name == "FS";
  if (name == "GS")
    memory_.index = kScratchRegister; // an unknown base
}

void X86Translation::readBaseAndIndex(unsigned first) {
  const unsigned base = source_.getOperand(first).getReg();
  const unsigned index = source_.getOperand(first + 2).getReg();
  memory_.base = target_.part(base).reg;
  memory_.absolute = memory_.base == kNoRegister;
  if (target_.registerName(base).ends_with("IP"))
    memory_.displacement += static_cast<std::int64_t>(out_.address + out_.length);
  if (index == 0 || target_.registerName(index).ends_with("IZ"))
    return;
  const Register general = target_.part(index).reg;
  memory_.index = general == kNoRegister ? kScratchRegister : general;
  memory_.scale = static_cast<std::uint8_t>(operandAt(first + 1).value);
}

void X86Translation::step(Effect effect) {
  if (effect.kind == Effect::Kind::Store || effect.to != kNoRegister)
    out_.effects.push_back(effect);
}

void X86Translation::clobber(Register reg) {
  step({.kind = Effect::Kind::Clobber, .to = reg});
}

void X86Translation::clobberWritten() {
  for (unsigned i = 0; i < description_.getNumDefs() && i < source_.getNumOperands(); ++i)
    if (const llvm::MCOperand &result = source_.getOperand(i); result.isReg())
      clobber(target_.part(result.getReg()).reg);
  for (const auto reg : description_.implicit_defs())
    clobber(target_.part(reg).reg);
}

void X86Translation::load(Register to, const Memory &memory, std::uint8_t size) {
  step({.kind = Effect::Kind::Load, .to = to, .size = size, .memory = memory});
}

void X86Translation::store(Register from, const Memory &memory, std::uint8_t size) {
  step({.kind = Effect::Kind::Store, .from = from, .size = size, .memory = memory});
}

void X86Translation::copy(Register to, Register from, std::uint8_t size) {
  step({.kind = Effect::Kind::Copy, .to = to, .from = from, .size = size});
}

void X86Translation::addConstant(Register to, Register from, std::int64_t value) {
  step({.kind = Effect::Kind::AddConstant, .to = to, .from = from, .value = value});
}

/// 32-bit operations clear the upper half; constant() has done that for constants.
void X86Translation::finishWidth() {
  // There may be no effect: registers without a number here (those of APX) get none.
  if (meaning_.width == 4 && !out_.effects.empty() &&
      out_.effects.back().kind != Effect::Kind::Constant)
    copy(to_, to_, 4);
}

void X86Translation::access(const Memory &memory, std::uint32_t size, bool reads, bool writes) {
  out_.accesses.push_back({.memory = memory, .size = size, .load = reads, .store = writes});
}

/// XADD of a part of a register leaves its value where no effect tells of it.
Change X86Translation::change() const {
  if (!meaning_.load || !meaning_.store)
    return Change::Replace;
  switch (meaning_.verb) {
  case X86Verb::Exchange:
    return Change::Replace;
  case X86Verb::CompareExchange:
    return Change::Compare;
  case X86Verb::Add:
  case X86Verb::Subtract:
  case X86Verb::Increment:
  case X86Verb::Decrement:
    return Change::Add;
  case X86Verb::And:
  case X86Verb::Or:
  case X86Verb::Xor:
  case X86Verb::BitTestAndChange:
    return Change::Bits;
  case X86Verb::ExchangeAdd:
    return wide() ? Change::Add : Change::Combine;
  default:
    return Change::Combine;
  }
}

/// Writes to memory come first: their address is computed from the registers' old values.
void X86Translation::other() {
  if (meaning_.store)
    store(kNoRegister, memory_, meaning_.memory_size);
  clobberWritten();
}

} // namespace fsfind::machine
