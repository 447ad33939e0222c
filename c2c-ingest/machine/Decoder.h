#pragma once

#include "c2c-ingest/machine/Instruction.h"

#include <cstddef>
#include <memory>
#include <span>

namespace fsfind::machine {

/// Bytes of the longest instruction of any architecture (x86: Intel SDM, volume 2, 2.3.11).
inline constexpr std::size_t kLongestInstruction = 15;

/// Decodes instructions with LLVM's MC layer. Not thread-safe; make one for each thread.
class Decoder {
public:
  /// Null if this LLVM was built without the architecture.
  static std::unique_ptr<Decoder> create(Arch arch);
  virtual ~Decoder() = default;

  /// The instruction that `bytes` begin with, at `address`; nothing if they are no instruction. An
  /// instruction whose meaning does not matter here clobbers the registers it writes.
  virtual std::optional<Instruction> decode(std::span<const std::byte> bytes,
                                            std::uint64_t address) = 0;
};

} // namespace fsfind::machine
