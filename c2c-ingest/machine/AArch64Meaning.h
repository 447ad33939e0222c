#pragma once

#include "c2c-ingest/machine/LlvmTarget.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace fsfind::machine {

/// What an AArch64 opcode does, as far as addresses go.
enum class AArch64Verb : std::uint8_t {
  Other, ///< clobbers what it writes
  Access,
  StoreExclusive,  ///< the first result tells whether it happened
  ReadModifyWrite, ///< the result is what memory held before: LDADD, CAS
  Swap,
  ComparePair,     ///< CASP
  StructureAccess, ///< LD1 to ST4 of vectors
  UnknownAccess,   ///< at an unknown distance from a register
  ZeroBlock,       ///< DC ZVA
  Address,
  PageAddress,
  AddImmediate,
  SubtractImmediate,
  AddShifted,
  AddExtended,
  SubtractShifted,
  OrShifted,
  OrImmediate,
  AndImmediate,
  MoveWide,
  MoveWideNot,
  MoveWideKeep,
  UnsignedBitfield,
  SignedBitfield,
  MultiplyAdd,
  Select,
  ReadSystemRegister,
  SystemCall,
  Stop,
};

/// How a load or store makes its address.
enum class AArch64Mode : std::uint8_t {
  Base,
  Scaled,
  Unscaled,
  PreIndex,
  PostIndex,
  RegisterOffset,
  Literal,
};

struct AArch64Meaning {
  AArch64Verb verb = AArch64Verb::Other;
  AArch64Mode mode = AArch64Mode::Base;
  std::uint8_t width = 8;      ///< bytes of a general result
  std::uint8_t size = 0;       ///< bytes moved for each data register
  std::uint8_t count = 1;      ///< number of data registers
  std::uint8_t data_first = 0; ///< operand of the first data register
  std::uint8_t base = 1;       ///< operand of the base register
  bool load = false, store = false;
  Change change = Change::Replace;
};

/// The meaning of an opcode. LLVM does not install its opcodes' numbers; their names are stable
/// since version 16 (llvm/lib/Target/AArch64/AArch64InstrInfo.td).
AArch64Meaning aarch64MeaningOf(unsigned opcode, const LlvmTarget &target);

/// The meaning of a load or store; nothing for other opcodes, and for accesses not known in full.
std::optional<AArch64Meaning> aarch64AccessOf(std::string_view opcode);

} // namespace fsfind::machine
