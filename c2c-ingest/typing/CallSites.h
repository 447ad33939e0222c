#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/machine/Instruction.h"

#include <span>
#include <vector>

namespace fsfind::typing {

/// The direct calls and jumps in a module's code. They are found by their bytes alone, so a few are
/// parts of other instructions: users have to check the decoded instruction.
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

  std::vector<Call> calls_; ///< sorted by target
};

} // namespace fsfind::typing
