#include "c2c-ingest/machine/X86Decoder.h"

#include "c2c-ingest/machine/RegisterUse.h"
#include "c2c-ingest/machine/X86Translation.h"

#include <algorithm>

namespace fsfind::machine {

namespace {

/// REP and REPNE stand among the prefixes before the opcode (Intel SDM volume 2, 2.1.1); LLVM keeps
/// them in flags whose names it does not install.
bool isRepeated(std::span<const std::byte> bytes) {
  constexpr std::string_view kPrefixes = "\xf0\xf2\xf3\x2e\x36\x3e\x26\x64\x65\x66\x67";
  for (const std::byte byte : bytes) {
    const char prefix = static_cast<char>(byte);
    if (kPrefixes.find(prefix) == std::string_view::npos)
      return false;
    if (prefix == '\xf2' || prefix == '\xf3')
      return true;
  }
  return false;
}

} // namespace

X86Decoder::X86Decoder(std::unique_ptr<LlvmTarget> target)
    : target_(std::move(target)), meanings_(target_->opcodeCount()) {}

const X86Meaning &X86Decoder::meaningOf(const llvm::MCInst &instruction) {
  std::optional<X86Meaning> &meaning = meanings_[instruction.getOpcode()];
  if (!meaning)
    meaning = x86MeaningOf(instruction, *target_);
  return *meaning;
}

/// Decodes an instruction with its prefixes, as LLVM takes LOCK and some others for instructions of
/// their own. Returns the length in bytes; 0 if there is no instruction.
std::size_t X86Decoder::disassemble(llvm::MCInst &instruction, std::span<const std::byte> bytes,
                                    std::uint64_t address) const {
  std::size_t length = 0;
  while (true) {
    instruction = {};
    const std::size_t more =
        target_->disassemble(instruction, bytes.subspan(length), address + length);
    length += more;
    if (more == 0)
      return 0;
    if (!target_->opcodeName(instruction.getOpcode()).ends_with("_PREFIX"))
      return length;
  }
}

std::optional<Instruction> X86Decoder::decode(std::span<const std::byte> bytes,
                                              std::uint64_t address) {
  llvm::MCInst source;
  const auto some = bytes.first(std::min(bytes.size(), kLongestInstruction));
  const std::size_t length = disassemble(source, some, address);
  if (length == 0)
    return std::nullopt;
  Instruction made;
  made.address = address;
  made.length = static_cast<std::uint8_t>(length);
  X86Translation(source, meaningOf(source), *target_, isRepeated(some.first(length)), made).run();
  noteRegisterUse(source, *target_, made);
  return made;
}

} // namespace fsfind::machine
