#pragma once

#include "c2c-ingest/machine/Instruction.h"

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace fsfind::machine {

/// The part of a general register that one of LLVM's registers is.
struct RegisterPart {
  Register reg = kNoRegister; ///< kNoRegister: not a general register
  std::uint8_t size = 0;      ///< bytes
  bool high = false;          ///< bits 8 to 15 of it (ah, bh, ch, dh)
};

/// LLVM's tables and disassembler of one architecture. Code that differs between versions of LLVM
/// is kept here.
class LlvmTarget {
public:
  /// Null if this LLVM was built without the architecture.
  static std::unique_ptr<LlvmTarget> create(Arch arch);

  /// Decodes the first instruction; returns its length in bytes, 0 if the bytes are no instruction.
  std::size_t disassemble(llvm::MCInst &instruction, std::span<const std::byte> bytes,
                          std::uint64_t address) const;

  [[nodiscard]] const llvm::MCInstrDesc &describe(unsigned opcode) const;
  [[nodiscard]] llvm::StringRef opcodeName(unsigned opcode) const;
  [[nodiscard]] unsigned opcodeCount() const;
  [[nodiscard]] llvm::StringRef registerName(unsigned number) const;
  [[nodiscard]] const RegisterPart &part(unsigned number) const;
  /// The register of conditions: EFLAGS, NZCV.
  [[nodiscard]] bool isFlags(unsigned number) const { return number != 0 && number == flags_; }
  /// The general registers that a register or a pair of them consists of.
  [[nodiscard]] std::vector<Register> generalRegistersIn(unsigned number) const;
  /// The instruction's text in the assembler's second syntax, which is Intel's on x86-64.
  [[nodiscard]] std::string print(const llvm::MCInst &instruction) const;

private:
  LlvmTarget() = default;
  void addGeneralRegisters(Arch arch);
  void addParts(unsigned whole, Register reg);

  std::unique_ptr<llvm::MCRegisterInfo> registers_;
  std::unique_ptr<llvm::MCAsmInfo> assembly_;
  std::unique_ptr<llvm::MCInstrInfo> opcodes_;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget_;
  std::unique_ptr<llvm::MCContext> context_;
  std::unique_ptr<llvm::MCDisassembler> disassembler_;
  std::unique_ptr<llvm::MCInstPrinter> printer_;
  std::vector<RegisterPart> parts_; ///< by LLVM's number
  unsigned flags_ = 0;              ///< LLVM's number
};

} // namespace fsfind::machine
