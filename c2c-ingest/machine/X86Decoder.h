#pragma once

#include "c2c-ingest/machine/Decoder.h"
#include "c2c-ingest/machine/X86Meaning.h"

namespace fsfind::machine {

class X86Decoder : public Decoder {
public:
  explicit X86Decoder(std::unique_ptr<LlvmTarget> target);

  std::optional<Instruction> decode(std::span<const std::byte> bytes,
                                    std::uint64_t address) override;

private:
  std::size_t disassemble(llvm::MCInst &instruction, std::span<const std::byte> bytes,
                          std::uint64_t address) const;
  const X86Meaning &meaningOf(const llvm::MCInst &instruction);

  std::unique_ptr<LlvmTarget> target_;
  std::vector<std::optional<X86Meaning>> meanings_; ///< by opcode
};

} // namespace fsfind::machine
