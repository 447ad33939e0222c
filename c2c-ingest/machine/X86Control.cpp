#include "c2c-ingest/machine/X86Translation.h"

namespace fsfind::machine {

namespace {

constexpr Register kRax = 0, kRcx = 2, kRbx = 3, kRsi = 4, kRdi = 5, kRbp = 6, kRsp = 7, kR11 = 11;
constexpr std::uint8_t kWord = 8;

} // namespace

/// Translates jumps and calls, stack instructions, and those with implicit operands. False for
/// others, and for branches, whose written registers are still to be clobbered.
bool X86Translation::control() {
  switch (meaning_.verb) {
  case X86Verb::Push:
    return push();
  case X86Verb::Pop:
    return pop();
  case X86Verb::Leave:
    access({.base = kRbp}, kWord, true, false);
    copy(kRsp, kRbp, kWord);
    load(kRbp, {.base = kRsp}, kWord);
    addConstant(kRsp, kRsp, kWord);
    return true;
  case X86Verb::Call:
    go(Flow::Call);
    access({.base = kRsp, .displacement = -kWord}, kWord, false, true);
    return true;
  case X86Verb::Jump:
    go(Flow::Jump);
    return true;
  case X86Verb::Branch:
    go(Flow::Branch);
    if (target_.opcodeName(source_.getOpcode()).starts_with("LOOP"))
      addConstant(kRcx, kRcx, -1);
    return false;
  case X86Verb::Return:
    go(Flow::Return);
    access({.base = kRsp}, kWord, true, false);
    return true;
  case X86Verb::Stop:
    go(Flow::Stop);
    return true;
  case X86Verb::SystemCall:
    for (const Register reg : {kRax, kRcx, kR11})
      clobber(reg);
    return true;
  case X86Verb::TranslateByte:
    access({.base = kRbx, .index = kScratchRegister}, 1, true, false);
    clobber(kRax);
    return true;
  default:
    return string();
  }
}

void X86Translation::go(Flow flow) {
  out_.flow = flow;
  const auto operands = description_.operands();
  if (!operands.empty() && operands[0].OperandType == llvm::MCOI::OPERAND_PCREL)
    out_.target = out_.address + out_.length + static_cast<std::uint64_t>(operandAt(0).value);
}

bool X86Translation::push() {
  const std::uint8_t size = meaning_.width;
  if (size != kWord && size != 2)
    return false;
  const Memory slot{.base = kRsp, .displacement = -std::int64_t{size}};
  if (meaning_.load) {
    access(memory_, size, true, false);
    load(kScratchRegister, memory_, size);
  }
  access(slot, size, false, true);
  store(first().reg, slot, size);
  addConstant(kRsp, kRsp, -std::int64_t{size});
  if (meaning_.load)
    clobber(kScratchRegister);
  return true;
}

/// POP to memory computes the address after it has moved the stack pointer.
bool X86Translation::pop() {
  const std::uint8_t size = meaning_.width;
  if (size != kWord && size != 2)
    return false;
  const Register to = description_.getNumDefs() > 0 ? to_ : kNoRegister;
  const bool memory = meaning_.store;
  Memory before = memory_;
  if (before.base == kRsp)
    before.displacement += size;
  if (memory)
    access(before, size, false, true);
  access({.base = kRsp}, size, true, false);
  if (to != kRsp)
    load(memory ? kScratchRegister : to, {.base = kRsp}, size);
  addConstant(kRsp, kRsp, size);
  if (to == kRsp)
    clobber(kRsp);
  if (!memory)
    return true;
  store(kScratchRegister, memory_, size);
  clobber(kScratchRegister);
  return true;
}

bool X86Translation::string() {
  const bool from = meaning_.verb == X86Verb::MoveString || meaning_.verb == X86Verb::LoadString ||
                    meaning_.verb == X86Verb::CompareStrings;
  const bool to = meaning_.verb == X86Verb::MoveString || meaning_.verb == X86Verb::StoreString;
  const bool compared =
      meaning_.verb == X86Verb::ScanString || meaning_.verb == X86Verb::CompareStrings;
  if (!from && !to && !compared)
    return false;
  const std::uint8_t size = repeated_ ? 0 : meaning_.width;
  if (from)
    access({.base = kRsi}, size, true, false);
  if (to || compared)
    access({.base = kRdi}, size, compared, to);
  if (to)
    store(kNoRegister, {.base = kRdi}, size);
  if (meaning_.verb == X86Verb::LoadString)
    clobber(kRax);
  if (from)
    advance(kRsi);
  if (to || compared)
    advance(kRdi);
  if (repeated_)
    clobber(kRcx);
  return true;
}

/// Upwards: the ABI keeps the direction flag clear.
void X86Translation::advance(Register reg) {
  if (repeated_)
    clobber(reg);
  else
    addConstant(reg, reg, meaning_.width);
}

} // namespace fsfind::machine
