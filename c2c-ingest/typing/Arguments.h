#pragma once

#include "c2c-ingest/machine/Instruction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind::typing {

/// An address that a function was passed: what a register held at its entry, plus `distance`, plus
/// any multiple of `step`.
struct Argument {
  machine::Register reg = machine::kNoRegister;
  std::int64_t distance = 0;
  std::uint64_t step = 0;
  bool operator==(const Argument &) const = default;
};

} // namespace fsfind::typing
