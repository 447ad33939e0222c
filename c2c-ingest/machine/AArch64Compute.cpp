#include "c2c-ingest/machine/AArch64Translation.h"

#include <bit>

namespace fsfind::machine {

namespace {

constexpr std::int64_t kPage = 4096;
constexpr unsigned kShiftMask = 63;   ///< a shift operand: kind << 6 | amount, LSL is 0
constexpr unsigned kExtendShift = 7;  ///< an extend operand: kind << 3 | amount
constexpr unsigned kLargestShift = 7; ///< Memory.scale is a byte

/// A logical immediate, N:immr:imms (Arm ARM, DecodeBitMasks): a run of ones, rotated, repeated.
std::uint64_t bitMask(std::uint64_t encoded) {
  const unsigned n = encoded >> 12 & 1U, rotation = encoded >> 6 & 63U, ones = encoded & 63U;
  const unsigned shape = n << 6 | (~ones & 63U);
  if (shape < 2)
    return 0;
  const unsigned width = 1U << (std::bit_width(shape) - 1);
  const unsigned length = (ones & (width - 1)) + 1;
  std::uint64_t mask = length >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
  for (unsigned filled = width; filled < 64; filled *= 2)
    mask |= mask << filled;
  return std::rotr(mask, static_cast<int>(rotation % width));
}

} // namespace

/// Translates instructions that compute addresses; false for others.
bool AArch64Translation::compute() {
  switch (meaning_.verb) {
  case AArch64Verb::Address:
    constant(static_cast<std::int64_t>(out_.address) + immediate(1));
    return true;
  case AArch64Verb::PageAddress:
    constant((static_cast<std::int64_t>(out_.address) & -kPage) + immediate(1) * kPage);
    return true;
  case AArch64Verb::AddImmediate:
  case AArch64Verb::SubtractImmediate: {
    const std::int64_t value = immediate(2) << (immediate(3) & kShiftMask);
    addConstant(to_, reg(1), meaning_.verb == AArch64Verb::AddImmediate ? value : -value);
    finishWidth();
    return true;
  }
  case AArch64Verb::AddShifted:
    addShifted();
    return true;
  case AArch64Verb::SubtractShifted:
    subtractShifted();
    return true;
  case AArch64Verb::AddExtended:
    addExtended();
    return true;
  case AArch64Verb::OrShifted:
    orShifted();
    return true;
  case AArch64Verb::OrImmediate:
  case AArch64Verb::AndImmediate:
    logicalImmediate();
    return true;
  case AArch64Verb::MoveWide:
    constant(immediate(1) << (immediate(2) & kShiftMask));
    return true;
  case AArch64Verb::MoveWideNot:
    constant(~(immediate(1) << (immediate(2) & kShiftMask)));
    return true;
  case AArch64Verb::MoveWideKeep: // like an addition, as compilers fill bits that are zero
    addConstant(to_, reg(1), immediate(2) << (immediate(3) & kShiftMask));
    return true;
  case AArch64Verb::UnsignedBitfield:
  case AArch64Verb::SignedBitfield:
    bitfield();
    return true;
  case AArch64Verb::MultiplyAdd:
    multiplyAdd();
    return true;
  case AArch64Verb::Select:
    select();
    return true;
  case AArch64Verb::ReadSystemRegister:
    return readSystemRegister();
  case AArch64Verb::SystemCall:
    clobber(0);
    return true;
  default:
    return false;
  }
}

/// to = base + (index << amount); with other shifts, or a zero register, the result is unknown.
void AArch64Translation::addShifted() {
  const auto shift = static_cast<unsigned>(immediate(3));
  if (reg(1) == kNoRegister || reg(2) == kNoRegister || shift > kShiftMask)
    return clobber(to_);
  addScaled(reg(1), reg(2), shift);
}

void AArch64Translation::subtractShifted() {
  if (to_ == kNoRegister || reg(1) == kNoRegister || reg(2) == kNoRegister || immediate(3) != 0)
    return clobber(to_);
  step({.kind = Effect::Kind::Difference, .to = to_, .memory = {.base = reg(1), .index = reg(2)}});
  finishWidth();
}

/// How the index is extended does not matter, since its value is not known either.
void AArch64Translation::addExtended() {
  if (reg(1) == kNoRegister || reg(2) == kNoRegister)
    return clobber(to_);
  addScaled(reg(1), reg(2), static_cast<unsigned>(immediate(3)) & kExtendShift);
}

void AArch64Translation::addScaled(Register base, Register index, unsigned shift) {
  if (to_ == kNoRegister)
    return;
  const bool large = shift > kLargestShift;
  if (large)
    scale(kScratchRegister, index, shift);
  step({.kind = Effect::Kind::AddressOf,
        .to = to_,
        .memory = {.base = base,
                   .index = large ? kScratchRegister : index,
                   .scale = static_cast<std::uint8_t>(large ? 1U : 1U << shift)}});
  finishWidth();
  if (large)
    clobber(kScratchRegister);
}

/// MOV between registers is ORR with the zero register.
void AArch64Translation::orShifted() {
  if (reg(1) != kNoRegister || immediate(3) != 0)
    return clobber(to_);
  copy(to_, reg(2), meaning_.width);
}

void AArch64Translation::logicalImmediate() {
  const auto mask = static_cast<std::int64_t>(bitMask(static_cast<std::uint64_t>(immediate(2))));
  if (meaning_.verb == AArch64Verb::OrImmediate && reg(1) == kNoRegister)
    return constant(mask);
  if (meaning_.verb == AArch64Verb::OrImmediate || (mask < 0 && meaning_.width == 4) ||
      reg(1) == kNoRegister)
    return clobber(to_);
  step({.kind = Effect::Kind::Mask, .to = to_, .from = reg(1), .value = mask});
}

/// LSL, UBFIZ, SBFIZ: the low bits, shifted left. SXTW and UXTW: the lower half. If less than the
/// lower half of an index is kept, the result is a multiple of something unknown.
void AArch64Translation::bitfield() {
  constexpr unsigned kHalf = 32;
  const unsigned bits = meaning_.width * 8U;
  const auto rotation = static_cast<unsigned>(immediate(2)) & (bits - 1);
  const auto last = static_cast<unsigned>(immediate(3)) & (bits - 1);
  const Register from = reg(1);
  if (from == kNoRegister || to_ == kNoRegister)
    return clobber(to_);
  if (rotation == 0 && last == kHalf - 1)
    return copy(to_, from, 4);
  if (last >= rotation)
    return clobber(to_);
  const unsigned shift = bits - rotation;
  const bool whole = last + 1 >= kHalf || last + 1 == rotation;
  if (!whole)
    clobber(to_);
  scale(to_, whole ? from : to_, shift);
  finishWidth();
}

/// Reads the thread pointer; false for other system registers.
bool AArch64Translation::readSystemRegister() {
  constexpr std::int64_t kTpidrEl0 = 3 << 14 | 3 << 11 | 13 << 7 | 2; // S3_3_C13_C0_2
  if (immediate(1) != kTpidrEl0)
    return false;
  step({.kind = Effect::Kind::AddressOf, .to = to_, .memory = {.thread_local_base = true}});
  return true;
}

/// to = a * b + c; MUL adds the zero register.
void AArch64Translation::multiplyAdd() {
  const Register a = reg(1), b = reg(2), sum = reg(3);
  if (to_ == kNoRegister || a == kNoRegister || b == kNoRegister)
    return clobber(to_);
  copy(kScratchRegister, a, 8);
  step({.kind = Effect::Kind::Multiply, .to = kScratchRegister, .from = b});
  if (sum == kNoRegister)
    copy(to_, kScratchRegister, 8);
  else
    addScaled(sum, kScratchRegister, 0);
  clobber(kScratchRegister);
}

void AArch64Translation::select() {
  const Register a = reg(1), b = reg(2);
  if (to_ == kNoRegister)
    return;
  if (b == to_) {
    either(a);
  } else {
    copy(to_, a, meaning_.width);
    either(b);
  }
  finishWidth();
}

/// The zero register as an alternative is a null pointer, which does not change the other's type.
void AArch64Translation::either(Register from) {
  if (from != kNoRegister)
    step({.kind = Effect::Kind::Either, .to = to_, .from = from});
}

} // namespace fsfind::machine
