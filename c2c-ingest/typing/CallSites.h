#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/machine/Instruction.h"

#include <span>
#include <vector>

namespace fsfind::typing {

/// Where a module's code calls or jumps to an address directly. Found by the bytes alone, so a few
/// are no calls at all: whoever asks has to look at the instruction.
class CallSites {
public:
  CallSites(const debuginfo::Module &module, machine::Arch arch);

  struct Call {
    std::uint64_t target = 0, site = 0; ///< svma
  };
  [[nodiscard]] std::span<const Call> to(std::uint64_t target) const;

private:
  void scanX86(std::span<const std::byte> code, std::uint64_t begin);
  void scanAArch64(std::span<const std::byte> code, std::uint64_t begin);

  std::vector<Call> calls_; ///< by target
};

} // namespace fsfind::typing
