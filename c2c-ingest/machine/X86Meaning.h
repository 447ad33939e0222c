#pragma once

#include "c2c-ingest/machine/LlvmTarget.h"

#include <cstdint>

namespace fsfind::machine {

/// What an x86-64 opcode does, as far as addresses go.
enum class X86Verb : std::uint8_t {
  Other, ///< clobbers what it writes
  Move,
  MoveExtended,
  SignExtended, ///< movslq, cltq
  ByteExtended, ///< movzbl of a register
  SetCondition, ///< sete and the like
  LoadAddress,
  Add,
  Subtract,
  Increment,
  Decrement,
  ShiftLeft,
  ShiftRight,
  Multiply,
  And,
  Or,
  Xor,
  BitTestAndChange,
  ConditionalMove,
  Exchange,
  ExchangeAdd,
  CompareExchange,
  Push,
  Pop,
  Leave,
  Call,
  Jump,
  Branch,
  Return,
  Stop,
  SystemCall,
  MoveString,
  StoreString,
  LoadString,
  ScanString,
  CompareStrings,
  TranslateByte,
};

struct X86Meaning {
  X86Verb verb = X86Verb::Other;
  std::uint8_t width = 0;        ///< bytes of the result: 8 or 4, others are partial writes
  std::uint8_t memory_first = 0; ///< operand where the memory operand begins
  std::uint8_t memory_count = 0; ///< operands that make it: 5, 2 (moffs), 0 = none
  std::uint8_t memory_size = 0;  ///< bytes; 0 = not fixed
  bool load = false, store = false;
};

/// The meaning of an instruction's opcode. LLVM does not install its opcodes' numbers; their names
/// are stable since version 16 (llvm/lib/Target/X86/X86Instr*.td).
X86Meaning x86MeaningOf(const llvm::MCInst &instruction, const LlvmTarget &target);

} // namespace fsfind::machine
