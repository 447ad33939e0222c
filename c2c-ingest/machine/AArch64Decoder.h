#pragma once

#include "c2c-ingest/machine/AArch64Meaning.h"
#include "c2c-ingest/machine/Decoder.h"

namespace fsfind::machine {

class AArch64Decoder : public Decoder {
public:
  explicit AArch64Decoder(std::unique_ptr<LlvmTarget> target);

  std::optional<Instruction> decode(std::span<const std::byte> bytes,
                                    std::uint64_t address) override;

private:
  const AArch64Meaning &meaningOf(unsigned opcode);

  std::unique_ptr<LlvmTarget> target_;
  std::vector<std::optional<AArch64Meaning>> meanings_; ///< by opcode
};

} // namespace fsfind::machine
