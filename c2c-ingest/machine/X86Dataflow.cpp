#include "c2c-ingest/machine/X86Translation.h"

namespace fsfind::machine {

/// Translates instructions that compute, load or store values of whole registers; false for others.
bool X86Translation::dataflow() {
  switch (meaning_.verb) {
  case X86Verb::Move:
    return move();
  case X86Verb::MoveExtended:
    if (!wide() || !meaning_.load)
      return false;
    load(to_, memory_, meaning_.memory_size);
    return true;
  case X86Verb::ByteExtended:
    if (first().reg == kNoRegister)
      return false;
    step({.kind = Effect::Kind::Mask, .to = to_, .from = first().reg, .value = UINT8_MAX});
    return true;
  case X86Verb::SetCondition:
    return !meaning_.store && setCondition();
  case X86Verb::SignExtended:
    copy(to_, inputs_.empty() ? to_ : first().reg, 4);
    return true;
  case X86Verb::LoadAddress:
    step({.kind = Effect::Kind::AddressOf, .to = to_, .memory = memory_});
    finishWidth();
    return true;
  case X86Verb::Exchange:
    return (wide() || meaning_.load) && exchange();
  case X86Verb::ExchangeAdd:
  case X86Verb::CompareExchange:
    return wide() && meaning_.load && replace();
  default:
    return wide() && !meaning_.store && arithmetic();
  }
}

bool X86Translation::move() {
  if (meaning_.store) {
    if (first().immediate) {
      step({.kind = Effect::Kind::Store,
            .size = meaning_.memory_size,
            .value = first().value,
            .memory = memory_,
            .constant = true});
      return true;
    }
    Register from = first().reg;
    if (inputs_.empty())
      for (const auto reg : description_.implicit_uses())
        from = target_.part(reg).reg;
    store(from, memory_, meaning_.memory_size);
    return true;
  }
  // What compilers load into a part of a register they use as that part.
  const bool part = meaning_.width == 1 && first().immediate;
  if (!wide() && !part)
    return false;
  if (meaning_.load)
    load(to_, memory_, meaning_.memory_size);
  else if (first().immediate)
    constant(first().value);
  else if (first().reg != kNoRegister)
    copy(to_, first().reg, meaning_.width);
  else
    return false;
  return true;
}

void X86Translation::constant(std::int64_t value) {
  if (meaning_.width == 4)
    value = static_cast<std::uint32_t>(value);
  step({.kind = Effect::Kind::Constant, .to = to_, .value = value});
}

bool X86Translation::exchange() {
  if (meaning_.load) {
    load(kScratchRegister, memory_, meaning_.memory_size);
    store(to_, memory_, meaning_.memory_size);
    copy(to_, kScratchRegister, meaning_.width);
    clobber(kScratchRegister);
    return true;
  }
  constexpr Register kAccumulator = 0;
  const Register other = description_.getNumDefs() == 2 ? operandAt(1).reg : kAccumulator;
  copy(kScratchRegister, to_, 8);
  copy(to_, other, meaning_.width);
  copy(other, kScratchRegister, meaning_.width);
  clobber(kScratchRegister);
  return true;
}

/// XADD and CMPXCHG: the register gets what memory held before; what memory holds then is unknown.
/// (CMPXCHG keeps rax only if it is equal to that.)
bool X86Translation::replace() {
  if (inputs_.size() < 2)
    return false; // CMPXCHG16B
  load(kScratchRegister, memory_, meaning_.memory_size);
  store(kNoRegister, memory_, meaning_.memory_size);
  copy(to_, kScratchRegister, meaning_.width);
  clobber(kScratchRegister);
  return true;
}

bool X86Translation::arithmetic() {
  // ADD64i32 and the like compute on the accumulator.
  if (inputs_.size() == 1 && first().immediate)
    inputs_.insert(inputs_.begin(), Operand{.reg = to_});
  const auto before = out_.effects.size();
  if (meaning_.load)
    load(kScratchRegister, memory_, meaning_.memory_size);
  if (first().reg == kNoRegister || to_ == kNoRegister || !compute(first().reg, second())) {
    out_.effects.resize(before);
    return false;
  }
  finishWidth();
  if (meaning_.load)
    clobber(kScratchRegister);
  return true;
}

/// to = a op b; false if the result does not matter for addresses.
bool X86Translation::compute(Register a, const Operand &b) {
  const std::int64_t value = meaning_.width == 4 ? static_cast<std::int32_t>(b.value) : b.value;
  switch (meaning_.verb) {
  case X86Verb::Add:
    return sum(a, b, value);
  case X86Verb::Subtract:
    return difference(a, b, value);
  case X86Verb::Xor:
    if (!b.immediate)
      return zero(a, b);
    step({.kind = Effect::Kind::Flip, .to = to_, .from = a, .value = value});
    return true;
  case X86Verb::Increment:
    addConstant(to_, a, 1);
    return true;
  case X86Verb::Decrement:
    addConstant(to_, a, -1);
    return true;
  case X86Verb::ShiftLeft:
    scale(a, std::int64_t{1} << ((b.immediate ? value : 1) & (meaning_.width == 4 ? 31 : 63)));
    return true;
  case X86Verb::Multiply:
    return multiply(a, b, value);
  case X86Verb::And:
    if (b.immediate)
      step({.kind = Effect::Kind::Mask, .to = to_, .from = a, .value = value});
    return b.immediate;
  case X86Verb::ShiftRight:
    return highBits(b, value);
  case X86Verb::ConditionalMove:
    return choose(a, b);
  default:
    return false;
  }
}

bool X86Translation::sum(Register a, const Operand &b, std::int64_t value) {
  if (b.immediate)
    addConstant(to_, a, value);
  else if (b.reg != kNoRegister)
    step({.kind = Effect::Kind::AddressOf, .to = to_, .memory = {.base = a, .index = b.reg}});
  return b.immediate || b.reg != kNoRegister;
}

bool X86Translation::difference(Register a, const Operand &b, std::int64_t value) {
  if (b.immediate)
    addConstant(to_, a, -value);
  else if (b.reg != kNoRegister && b.reg != a)
    step({.kind = Effect::Kind::Difference, .to = to_, .memory = {.base = a, .index = b.reg}});
  else
    return zero(a, b);
  return true;
}

/// XOR or SUB of a register with itself: zero.
bool X86Translation::zero(Register a, const Operand &b) {
  if (b.immediate || b.reg != a)
    return false;
  constant(0);
  return true;
}

bool X86Translation::multiply(Register a, const Operand &b, std::int64_t value) {
  if (b.immediate)
    scale(a, value);
  else if (b.reg != kNoRegister && a == to_)
    step({.kind = Effect::Kind::Multiply, .to = to_, .from = b.reg});
  else
    return false;
  return true;
}

/// A logical shift that leaves a few bits only.
bool X86Translation::highBits(const Operand &by, std::int64_t value) {
  const std::int64_t bits = meaning_.width * 8 - value;
  constexpr std::int64_t kFew = 4;
  if (!by.immediate || bits < 1 || bits > kFew)
    return false;
  clobber(to_);
  step(
      {.kind = Effect::Kind::Mask, .to = to_, .from = to_, .value = (std::int64_t{1} << bits) - 1});
  return true;
}

/// Writes a byte. Compilers clear the register before, or extend the byte behind.
bool X86Translation::setCondition() {
  clobber(to_);
  step({.kind = Effect::Kind::Mask, .to = to_, .from = to_, .value = 1});
  return true;
}

void X86Translation::scale(Register from, std::int64_t factor) {
  step({.kind = Effect::Kind::Scale, .to = to_, .from = from, .value = factor});
}

bool X86Translation::choose(Register a, const Operand &b) {
  if (b.reg == kNoRegister)
    return false;
  if (a != to_)
    copy(to_, a, 8);
  step({.kind = Effect::Kind::Either, .to = to_, .from = b.reg});
  return true;
}

} // namespace fsfind::machine
