#pragma once

#include "c2c-ingest/machine/AArch64Meaning.h"

#include <vector>

namespace fsfind::machine {

/// Writes one AArch64 instruction into the form of Instruction.h.
class AArch64Translation {
public:
  AArch64Translation(const llvm::MCInst &source, const AArch64Meaning &meaning,
                     const LlvmTarget &target, Instruction &out);

  void run();

private:
  [[nodiscard]] Register reg(unsigned operand) const;
  [[nodiscard]] std::int64_t immediate(unsigned operand) const;
  [[nodiscard]] bool isGeneral(unsigned operand) const;

  void step(Effect effect);
  void clobber(Register to);
  void clobberWritten();
  void copy(Register to, Register from, std::uint8_t size);
  void constant(std::int64_t value);
  void addConstant(Register to, Register from, std::int64_t value);
  void scale(Register to, Register from, unsigned shift);
  void finishWidth();

  void flow();
  bool memory();
  [[nodiscard]] Memory address() const;
  [[nodiscard]] std::int64_t offset() const;
  void offsetByRegister(Memory &memory) const;
  void access(const Memory &memory);
  void load(const Memory &memory);
  void store(const Memory &memory);
  void loadOne(unsigned number, const Memory &memory);
  void writeBack();
  void readModifyWrite(const Memory &memory);
  void swap(const Memory &memory);
  void structure();
  void unknownAccess();
  void zeroBlock();
  [[nodiscard]] Register unknownBase() const;

  bool compute();
  bool readSystemRegister();
  void addShifted();
  void addExtended();
  void subtractShifted();
  void addScaled(Register base, Register index, unsigned shift);
  void orShifted();
  void logicalImmediate();
  void bitfield();
  void multiplyAdd();
  void select();
  void either(Register from);

  const llvm::MCInst &source_;
  const AArch64Meaning &meaning_;
  const LlvmTarget &target_;
  const llvm::MCInstrDesc &description_;
  Instruction &out_;
  Register to_ = kNoRegister; ///< register of the result
};

} // namespace fsfind::machine
