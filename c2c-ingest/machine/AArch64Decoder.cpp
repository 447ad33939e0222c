#include "c2c-ingest/machine/AArch64Decoder.h"

#include "c2c-ingest/machine/AArch64Translation.h"
#include "c2c-ingest/machine/RegisterUse.h"

namespace fsfind::machine {

AArch64Decoder::AArch64Decoder(std::unique_ptr<LlvmTarget> target)
    : target_(std::move(target)), meanings_(target_->opcodeCount()) {}

const AArch64Meaning &AArch64Decoder::meaningOf(unsigned opcode) {
  std::optional<AArch64Meaning> &meaning = meanings_[opcode];
  if (!meaning)
    meaning = aarch64MeaningOf(opcode, *target_);
  return *meaning;
}

std::optional<Instruction> AArch64Decoder::decode(std::span<const std::byte> bytes,
                                                  std::uint64_t address) {
  constexpr std::size_t kLength = 4;
  if (bytes.size() < kLength)
    return std::nullopt;
  llvm::MCInst source;
  if (target_->disassemble(source, bytes.first(kLength), address) != kLength)
    return std::nullopt;
  Instruction made;
  made.address = address;
  made.length = kLength;
  AArch64Translation(source, meaningOf(source.getOpcode()), *target_, made).run();
  noteRegisterUse(source, *target_, made);
  return made;
}

} // namespace fsfind::machine
