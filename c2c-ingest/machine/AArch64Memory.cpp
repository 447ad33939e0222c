#include "c2c-ingest/machine/AArch64Translation.h"

#include <string_view>

namespace fsfind::machine {

/// Translates loads and stores; false for other instructions.
bool AArch64Translation::memory() {
  switch (meaning_.verb) {
  case AArch64Verb::Access:
  case AArch64Verb::StoreExclusive:
  case AArch64Verb::ReadModifyWrite:
  case AArch64Verb::Swap:
  case AArch64Verb::ComparePair:
    break;
  case AArch64Verb::StructureAccess:
    structure();
    return true;
  case AArch64Verb::UnknownAccess:
    unknownAccess();
    return true;
  case AArch64Verb::ZeroBlock:
    zeroBlock();
    return true;
  default:
    return false;
  }
  const Memory at = address();
  access(at);
  if (meaning_.verb == AArch64Verb::ReadModifyWrite)
    readModifyWrite(at);
  else if (meaning_.verb == AArch64Verb::Swap)
    swap(at);
  else if (meaning_.load && !meaning_.store)
    load(at);
  else
    store(at);
  if (meaning_.verb == AArch64Verb::StoreExclusive)
    clobber(to_);
  if (meaning_.verb == AArch64Verb::ComparePair)
    clobberWritten();
  writeBack();
  return true;
}

/// The displacement in bytes. Pairs, and single registers with an unsigned offset, encode it in
/// units of the register's size.
std::int64_t AArch64Translation::offset() const {
  const std::int64_t number = immediate(meaning_.base + 1U);
  const bool scaled = meaning_.mode == AArch64Mode::Scaled || meaning_.count == 2;
  return scaled ? number * meaning_.size : number;
}

Memory AArch64Translation::address() const {
  if (meaning_.mode == AArch64Mode::Literal)
    return {.displacement = static_cast<std::int64_t>(out_.address) + immediate(1) * 4,
            .absolute = true};
  Memory made{.base = reg(meaning_.base)};
  if (meaning_.mode == AArch64Mode::RegisterOffset)
    offsetByRegister(made);
  else if (meaning_.mode != AArch64Mode::Base && meaning_.mode != AArch64Mode::PostIndex)
    made.displacement = offset();
  return made;
}

/// Operands after the base: index, whether its sign extends, whether it is shifted by the size.
void AArch64Translation::offsetByRegister(Memory &memory) const {
  memory.index = reg(meaning_.base + 1U);
  if (memory.index != kNoRegister && immediate(meaning_.base + 3U) != 0)
    memory.scale = meaning_.size;
}

void AArch64Translation::access(const Memory &memory) {
  out_.accesses.push_back({.memory = memory,
                           .size = std::uint32_t{meaning_.size} * meaning_.count,
                           .load = meaning_.load,
                           .store = meaning_.store});
  out_.change = meaning_.change;
}

void AArch64Translation::loadOne(unsigned number, const Memory &memory) {
  Memory at = memory;
  at.displacement += std::int64_t{meaning_.size} * number;
  step({.kind = Effect::Kind::Load,
        .to = reg(meaning_.data_first + number),
        .size = meaning_.size,
        .memory = at});
}

/// A load into the base register comes last: the other load needs the base.
void AArch64Translation::load(const Memory &memory) {
  const bool first_is_base = reg(meaning_.data_first) == memory.base;
  if (meaning_.count == 2 && first_is_base) {
    loadOne(1, memory);
    return loadOne(0, memory);
  }
  for (unsigned i = 0; i < meaning_.count; ++i)
    loadOne(i, memory);
}

void AArch64Translation::store(const Memory &memory) {
  const bool known = !meaning_.load; // CASP may leave memory as it is
  for (unsigned i = 0; i < meaning_.count; ++i) {
    Memory at = memory;
    at.displacement += std::int64_t{meaning_.size} * i;
    step({.kind = Effect::Kind::Store,
          .from = known ? reg(meaning_.data_first + i) : kNoRegister,
          .size = meaning_.size,
          .memory = at});
  }
}

void AArch64Translation::writeBack() {
  const bool indexed =
      meaning_.mode == AArch64Mode::PreIndex || meaning_.mode == AArch64Mode::PostIndex;
  const Register base = reg(meaning_.base);
  if (indexed && base != kNoRegister)
    addConstant(base, base, offset());
}

/// The result is what memory held before; what it holds afterwards is unknown.
void AArch64Translation::readModifyWrite(const Memory &memory) {
  const Register held = kScratchRegister;
  step({.kind = Effect::Kind::Load, .to = held, .size = meaning_.size, .memory = memory});
  step({.kind = Effect::Kind::Store, .size = meaning_.size, .memory = memory});
  if (to_ != kNoRegister)
    copy(to_, held, 8);
  clobber(held);
}

void AArch64Translation::swap(const Memory &memory) {
  constexpr unsigned kNewValue = 1;
  const Register held = kScratchRegister;
  step({.kind = Effect::Kind::Load, .to = held, .size = meaning_.size, .memory = memory});
  step({.kind = Effect::Kind::Store,
        .from = reg(kNewValue),
        .size = meaning_.size,
        .memory = memory});
  if (to_ != kNoRegister)
    copy(to_, held, 8);
  clobber(held);
}

/// The register taken as base: the last operand that is one; for scalable vectors the first, since
/// an index may follow.
Register AArch64Translation::unknownBase() const {
  const bool scalable = !isGeneral(0);
  Register found = kNoRegister;
  for (unsigned i = description_.getNumDefs(); i < source_.getNumOperands(); ++i)
    if (reg(i) != kNoRegister && (found == kNoRegister || !scalable))
      found = reg(i);
  return found;
}

/// With a write-back, the operands end with base and increment; the zero register stands for the
/// size.
void AArch64Translation::structure() {
  const bool moves = meaning_.mode == AArch64Mode::PostIndex;
  const unsigned count = source_.getNumOperands();
  const Register base = moves && count >= 2 ? reg(count - 2) : reg(count - 1);
  const Memory at{.base = base};
  access(at);
  if (meaning_.store)
    step({.kind = Effect::Kind::Store, .size = meaning_.size, .memory = at});
  if (!moves)
    return;
  if (reg(count - 1) == kNoRegister)
    addConstant(base, base, meaning_.size);
  else
    step({.kind = Effect::Kind::AddressOf,
          .to = base,
          .memory = {.base = base, .index = reg(count - 1)}});
}

/// Scalable vectors, memory tags, unknown instructions: an access at an unknown distance from a
/// register.
void AArch64Translation::unknownAccess() {
  const Memory at{.base = unknownBase(), .index = kScratchRegister};
  if (at.base == kNoRegister)
    return clobberWritten();
  access(at);
  if (meaning_.store)
    step({.kind = Effect::Kind::Store, .size = 0, .memory = at});
  clobberWritten();
}

/// DC ZVA (Arm ARM, C6.2 SYS): op1 3, c7, c4, op2 1. How many bytes it clears depends on the
/// machine.
void AArch64Translation::zeroBlock() {
  if (immediate(0) != 3 || immediate(1) != 7 || immediate(2) != 4 || immediate(3) != 1)
    return;
  out_.accesses.push_back({.memory = {.base = reg(4)}, .store = true});
  step({.kind = Effect::Kind::Store, .size = 0, .memory = {.base = reg(4)}});
}

} // namespace fsfind::machine
