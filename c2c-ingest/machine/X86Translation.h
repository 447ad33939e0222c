#pragma once

#include "c2c-ingest/machine/X86Meaning.h"

#include <vector>

namespace fsfind::machine {

/// Writes one x86-64 instruction into the form of Instruction.h.
class X86Translation {
public:
  X86Translation(const llvm::MCInst &source, const X86Meaning &meaning, const LlvmTarget &target,
                 bool repeated, Instruction &out);

  void run();

private:
  /// A register or an immediate. Neither: a register that holds no address.
  struct Operand {
    Register reg = kNoRegister;
    bool immediate = false;
    std::int64_t value = 0;
  };

  void readOperands();
  void readMemory();
  void readBaseAndIndex(unsigned first);
  [[nodiscard]] Operand operandAt(unsigned number) const;
  [[nodiscard]] Operand first() const { return inputs_.empty() ? Operand{} : inputs_[0]; }
  [[nodiscard]] Operand second() const { return inputs_.size() < 2 ? Operand{} : inputs_[1]; }
  [[nodiscard]] bool wide() const { return meaning_.width == 8 || meaning_.width == 4; }

  void step(Effect effect);
  void clobber(Register reg);
  void clobberWritten();
  void load(Register to, const Memory &memory, std::uint8_t size);
  void store(Register from, const Memory &memory, std::uint8_t size);
  void copy(Register to, Register from, std::uint8_t size);
  void addConstant(Register to, Register from, std::int64_t value);
  void finishWidth();
  void access(const Memory &memory, std::uint32_t size, bool reads, bool writes);
  [[nodiscard]] Change change() const;

  bool control();
  void go(Flow flow);
  bool push();
  bool pop();
  bool string();
  void advance(Register reg);

  bool dataflow();
  bool move();
  bool exchange();
  bool replace();
  bool arithmetic();
  bool compute(Register a, const Operand &b);
  bool sum(Register a, const Operand &b, std::int64_t value);
  bool difference(Register a, const Operand &b, std::int64_t value);
  bool multiply(Register a, const Operand &b, std::int64_t value);
  bool zero(Register a, const Operand &b);
  bool choose(Register a, const Operand &b);
  bool highBits(const Operand &by, std::int64_t value);
  bool setCondition();
  void constant(std::int64_t value);
  void scale(Register from, std::int64_t factor);

  void other();

  const llvm::MCInst &source_;
  const X86Meaning &meaning_;
  const LlvmTarget &target_;
  const llvm::MCInstrDesc &description_;
  bool repeated_;
  Instruction &out_;
  Register to_ = kNoRegister;   ///< register of the result
  std::vector<Operand> inputs_; ///< in order; kScratchRegister for a memory operand that is read
  Memory memory_;
};

} // namespace fsfind::machine
